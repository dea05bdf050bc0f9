import { useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import type { Matching } from './change-matching.ts'

/** The server changes at most this many tasks in one request. */
export const maxSelected = 200

export interface Selection {
  keys: ReadonlySet<string>
  /** Selects a task or removes it from the selection. */
  toggle: (key: string) => void
  /** Selects every shown task from the last toggled one to this one. `from` replaces a missing start. */
  extend: (key: string, from?: string) => void
  /** Selects all of these tasks. */
  setAll: (keys: string[]) => void
  /** Selects all tasks that match the filter, also those that aren't loaded. */
  setMatching: (matching: Matching) => void
  clear: () => void
  /** Whether the last action was `setAll`. More tasks can have been loaded since. */
  isAll: boolean
  /** The filter and number of the selected tasks, if all tasks that match are selected. */
  matching: Matching | undefined
}

interface Now {
  tasks: readonly Task[]
  start: string
  before: ReadonlySet<string>
}

/**
 * Tracks which of the shown tasks are selected for a bulk change. `tasks` are in the order in which they are shown, and
 * `filter` ends the selection of all matching tasks when it changes.
 */
export function useSelection(tasks: readonly Task[], filter: TaskFilter): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setIsAll] = useState(false)
  const [matching, setMatching] = useState<Matching>()
  /** A ref, so that the callbacks stay stable and rows don't re-render. `before` is the selection without the range. */
  const now = useRef<Now>({ tasks, start: '', before: new Set() })
  useEffect(() => {
    now.current.tasks = tasks
  }, [tasks])
  // Exclude selected tasks that a filter now hides: a bulk change must not touch them.
  const keys = useMemo(
    () =>
      selected.size === 0
        ? selected
        : new Set(tasks.map(({ key }) => key).filter((key) => selected.has(key))),
    [tasks, selected],
  )
  const shown = useRef(keys)
  useEffect(() => {
    shown.current = keys
  }, [keys])
  const [actions] = useState(() => {
    function select(next: ReadonlySet<string>, isEvery = false): void {
      const limited = next.size > maxSelected ? new Set([...next].slice(0, maxSelected)) : next
      shown.current = limited
      setSelected(limited)
      setIsAll(isEvery)
      setMatching(undefined)
    }
    return {
      toggle(key: string) {
        const next = new Set(shown.current)
        if (!next.delete(key)) next.add(key)
        now.current = { ...now.current, start: key, before: next }
        select(next)
      },
      extend(key: string, from = key) {
        const order = now.current.tasks.map((task) => task.key)
        if (!order.includes(now.current.start) || shown.current.size === 0)
          now.current = { ...now.current, start: from, before: new Set(shown.current) }
        const ends = [order.indexOf(now.current.start), order.indexOf(key)]
        const range = order.slice(Math.min(...ends), Math.max(...ends) + 1)
        select(new Set([...now.current.before, ...range]))
      },
      setAll: (all: string[]) => select(new Set(all), true),
      setMatching,
      clear: () => select(new Set()),
    }
  })
  const isCurrent = matching && JSON.stringify(matching.filter) === JSON.stringify(filter)
  return { keys, isAll, matching: isCurrent ? matching : undefined, ...actions }
}
