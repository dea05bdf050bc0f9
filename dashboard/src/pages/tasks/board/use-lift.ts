import { type RefObject, useRef, useState } from 'react'
import type { Status, Task } from '../../../client.ts'
import { queryClient } from '../../../query-client.ts'
import { statusNames } from '../names.ts'
import { findTask } from '../task-cache.ts'
import { useMoveTask } from './move-task.ts'
import { type Target, focusCard, keysIn, positionIn, spotOf, stepped, targetOf } from './shown-cards.ts'

/** A card that is on its way to another place. */
export interface Lift {
  key: string
  by: 'pointer' | 'keyboard'
  from: Target
  to: Target
  task: Task
  /** How much room it takes. */
  height: number
  /** Let go of there, and not yet in the list. */
  dropped: boolean
}

/** The card that is being moved, if one is, and what is said about it to those who do not see it. */
export function useLift(slug: string, board: RefObject<HTMLElement | null>) {
  const move = useMoveTask(slug)
  const [lift, setLift] = useState<Lift | null>(null)
  const [said, setSaid] = useState('')
  /** Events come faster than the page is drawn. */
  const now = useRef<Lift | null>(null)

  function set(next: Lift | null): void {
    now.current = next
    setLift(next)
  }

  function place({ key }: Lift, { status, before }: Target): string {
    const keys = keysIn(board.current!, status, key)
    return `${statusNames[status]}, ${positionIn(keys, before) + 1} of ${keys.length + 1}`
  }

  function take(key: string, by: Lift['by'], height: number): void {
    const from = targetOf(board.current!, key)
    const task = findTask(queryClient, slug, key)!
    const taken = { key, by, task, from, to: from, height, dropped: false }
    set(taken)
    setSaid(`Lifted ${key}. ${place(taken, from)}. Arrow keys move it, Space drops it, Escape puts it back.`)
  }

  function aim(to: Target): void {
    const held = now.current
    if (!held || held.dropped || isSame(held.to, to)) return
    set({ ...held, to })
    setSaid(place(held, to))
  }

  function cancel(): void {
    const held = now.current
    if (!held || held.dropped) return
    set(null)
    setSaid(`${held.key} is back in ${place(held, held.from)}.`)
  }

  function drop(): void {
    const held = now.current
    if (!held || held.dropped) return
    setSaid(`Dropped ${held.key} in ${place(held, held.to)}.`)
    if (isSame(held.from, held.to)) return set(null)
    // It stays where it was let go of until the list has it there.
    set({ ...held, dropped: true })
    send(held.key, held.to, () => {
      land(held.key)
      if (held.by === 'keyboard' && document.activeElement === document.body)
        focusCard(board.current!, held.key)
    })
  }

  /** The list shows it where it was dropped. */
  function land(key: string): void {
    if (now.current?.dropped && now.current.key === key) set(null)
  }

  const present = (key: string) => targetOf(board.current!, key)

  function send(key: string, target: Target, onSettled?: () => void): void {
    const from = spotOf(board.current!, key, present(key))
    const to = spotOf(board.current!, key, target)
    move.mutate({ key, from, to }, { ...(onSettled && { onSettled }) })
  }

  /** Without lifting it: one step in its column, or to one of its ends. */
  function step(key: string, arrow: string): void {
    const to = stepped(board.current!, key, present(key), arrow)
    if (to && !isSame(to, present(key))) send(key, to)
  }

  /** Into another column, where the order of all tasks has it. */
  function put(key: string, status: Status): void {
    move.mutate({ key, from: spotOf(board.current!, key, present(key)), to: { status } })
  }

  // What they use stays the same: so they do, and no card is drawn anew because of them.
  const [control] = useState(() => ({ now, take, aim, cancel, drop, land, step, put }))
  return { lift, said, control }
}

export type LiftControl = ReturnType<typeof useLift>['control']

const isSame = (one: Target, other: Target) => one.status === other.status && one.before === other.before
