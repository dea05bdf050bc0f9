import { useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../client.ts'

export interface Selection {
  keys: ReadonlySet<string>
  /** With `range`: all from the one that was chosen last. */
  toggle: (key: string, range: boolean) => void
  set: (keys: string[]) => void
  clear: () => void
}

/** Which of the tasks that are shown are chosen, to change them together. */
export function useSelection(tasks: Task[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** The rows stay as they are when these change. */
  const now = useRef({ tasks, last: '' })
  useEffect(() => {
    now.current.tasks = tasks
  }, [tasks])
  // What a filter hides meanwhile must not be changed unseen.
  const keys = useMemo(
    () => new Set(tasks.map(({ key }) => key).filter((key) => chosen.has(key))),
    [tasks, chosen],
  )
  const [actions] = useState(() => ({
    toggle(key: string, range: boolean) {
      const shown = now.current.tasks.map((task) => task.key)
      const [from, to] = [shown.indexOf(now.current.last), shown.indexOf(key)].toSorted(
        (one, other) => one - other,
      )
      setChosen((before) => {
        const wanted = !before.has(key)
        const several = range && from! >= 0 ? shown.slice(from, to! + 1) : [key]
        const others = [...before].filter((each) => !several.includes(each))
        return new Set(wanted ? [...others, ...several] : others)
      })
      now.current.last = key
    },
    set: (all: string[]) => setChosen(new Set(all)),
    clear: () => setChosen(new Set<string>()),
  }))
  return { keys, ...actions }
}
