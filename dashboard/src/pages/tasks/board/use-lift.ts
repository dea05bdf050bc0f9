import { type RefObject, useRef, useState } from 'react'
import type { Status, Task } from '../../../client.ts'
import { queryClient } from '../../../query-client.ts'
import { statusNames } from '../names.ts'
import { findTask } from '../task-cache.ts'
import { useMoveTask } from './move-task.ts'
import { type Target, focusCard, indexIn, keysIn, spotOf, stepFrom, targetOf } from './shown-cards.ts'
import { texts } from './texts.ts'

/** A card that is being moved. */
export interface Lift {
  key: string
  by: 'pointer' | 'keyboard'
  from: Target
  to: Target
  task: Task
  /** Height of the card in pixels, for the gap at its target. */
  height: number
  /** Dropped, but not yet at its target in the list. */
  dropped: boolean
}

/** Tracks the card being moved, and the announcements about it for screen readers. */
export function useLift(slug: string, board: RefObject<HTMLElement | null>) {
  const move = useMoveTask(slug)
  const [lift, setLift] = useState<Lift | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** A ref, because several events can arrive before the next render. */
  const now = useRef<Lift | null>(null)

  function set(next: Lift | null): void {
    now.current = next
    setLift(next)
  }

  function place({ key }: Lift, { status, before }: Target): string {
    const keys = keysIn(board.current!, status, key)
    return texts.lift.place(statusNames[status], indexIn(keys, before) + 1, keys.length + 1)
  }

  function start(key: string, by: Lift['by'], height: number): void {
    const from = targetOf(board.current!, key)
    const task = findTask(queryClient, slug, key)!
    const started = { key, by, task, from, to: from, height, dropped: false }
    set(started)
    setAnnouncement(texts.lift.lifted(key, place(started, from)))
  }

  function aim(to: Target): void {
    const current = now.current
    if (!current || current.dropped || isSame(current.to, to)) return
    set({ ...current, to })
    setAnnouncement(place(current, to))
  }

  function cancel(): void {
    const current = now.current
    if (!current || current.dropped) return
    set(null)
    setAnnouncement(texts.lift.cancelled(current.key, place(current, current.from)))
  }

  function drop(): void {
    const current = now.current
    if (!current || current.dropped) return
    setAnnouncement(texts.lift.dropped(current.key, place(current, current.to)))
    if (isSame(current.from, current.to)) return set(null)
    // Keep showing the card at its target until the list has it there.
    set({ ...current, dropped: true })
    send(current.key, current.to, () => {
      settle(current.key)
      if (current.by === 'keyboard' && document.activeElement === document.body)
        focusCard(board.current!, current.key)
    })
  }

  /** Ends a move whose card has arrived in the list. */
  function settle(key: string): void {
    if (now.current?.dropped && now.current.key === key) set(null)
  }

  const currentTarget = (key: string) => targetOf(board.current!, key)

  function send(key: string, target: Target, onSettled?: () => void): void {
    const from = spotOf(board.current!, key, currentTarget(key))
    const to = spotOf(board.current!, key, target)
    move.mutate({ key, from, to }, { ...(onSettled && { onSettled }) })
  }

  /** Moves a card one step in its column, or to an end of it, without lifting it. */
  function step(key: string, arrow: string): void {
    const to = stepFrom(board.current!, key, currentTarget(key), arrow)
    if (to && !isSame(to, currentTarget(key))) send(key, to)
  }

  /** Moves a card to another column, at the place that its position gives it. */
  function moveTo(key: string, status: Status): void {
    move.mutate({ key, from: spotOf(board.current!, key, currentTarget(key)), to: { status } })
  }

  // Created once: everything they use is stable, so cards don't re-render because of them.
  const [control] = useState(() => ({ now, start, aim, cancel, drop, settle, step, moveTo }))
  return { lift, announcement, control }
}

export type LiftControl = ReturnType<typeof useLift>['control']

const isSame = (one: Target, other: Target) => one.status === other.status && one.before === other.before
