import { useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../client.ts'

export interface Selection {
  keys: ReadonlySet<string>
  /** With `range`: every task from the last toggled one to this one. */
  toggle: (key: string, range: boolean) => void
  set: (keys: string[]) => void
  clear: () => void
}

/** Tracks which of the listed tasks are selected for a bulk change. */
export function useSelection(tasks: Task[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  /** A ref, so that the callbacks stay stable and rows don't re-render. */
  const now = useRef({ tasks, last: '' })
  useEffect(() => {
    now.current.tasks = tasks
  }, [tasks])
  // Exclude selected tasks that a filter now hides: a bulk change must not touch them.
  const keys = useMemo(
    () => new Set(tasks.map(({ key }) => key).filter((key) => selected.has(key))),
    [tasks, selected],
  )
  const [actions] = useState(() => ({
    toggle(key: string, range: boolean) {
      const shown = now.current.tasks.map((task) => task.key)
      const [from, to] = [shown.indexOf(now.current.last), shown.indexOf(key)].toSorted(
        (one, other) => one - other,
      )
      setSelected((before) => {
        const isSelecting = !before.has(key)
        const toggled = range && from! >= 0 ? shown.slice(from, to! + 1) : [key]
        const others = [...before].filter((each) => !toggled.includes(each))
        return new Set(isSelecting ? [...others, ...toggled] : others)
      })
      now.current.last = key
    },
    set: (all: string[]) => setSelected(new Set(all)),
    clear: () => setSelected(new Set<string>()),
  }))
  return { keys, ...actions }
}
