import type { KeyboardEvent } from 'react'
import { focusCard, keyOf, keysIn, statusOf, stepped, targetOf } from './shown-cards.ts'
import type { LiftControl } from './use-lift.ts'

const steps = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

/**
 * Everything that a pointer does, by keys: arrows walk from card to card, Space lifts one, arrows carry it, Space drops it
 * and Escape puts it back. Enter opens a card, and drops one that is held.
 */
export function onBoardKey(event: KeyboardEvent<HTMLElement>, control: LiftControl): void {
  const board = event.currentTarget
  const link = (event.target as HTMLElement).closest<HTMLElement>('[data-task-link]')
  const card = link?.closest<HTMLElement>('[data-card]')
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return
  const held = control.now.current
  const { key } = event
  if (held?.by === 'keyboard') {
    if (held.dropped) return
    const wanted = steps.includes(key) || [' ', 'Enter', 'Escape', 'Tab'].includes(key)
    if (!wanted) return
    // The list that is walked through, and the panel beside it, hear nothing of it. Tab waits until it is dropped.
    event.preventDefault()
    event.stopPropagation()
    if (key === ' ' || key === 'Enter') control.drop()
    else if (key === 'Escape') control.cancel()
    else {
      const to = stepped(board, held.key, held.to, key)
      if (to) control.aim(to)
    }
    return
  }
  if (key === ' ') {
    event.preventDefault()
    if (card.dataset.movable !== undefined) control.take(keyOf(card), 'keyboard', card.offsetHeight)
  } else if (steps.includes(key)) {
    event.preventDefault()
    walk(board, card, key)
  }
}

/** To the next card in this direction; over columns that have none. */
function walk(board: HTMLElement, card: HTMLElement, arrow: string): void {
  const status = statusOf(card.closest<HTMLElement>('[data-column]')!)
  const keys = keysIn(board, status)
  const index = keys.indexOf(keyOf(card))
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown')
    return focus(board, keys[index + (arrow === 'ArrowUp' ? -1 : 1)])
  if (arrow === 'Home' || arrow === 'End') return focus(board, keys.at(arrow === 'Home' ? 0 : -1))
  let at = targetOf(board, keyOf(card))
  for (;;) {
    const beside = stepped(board, '', { ...at, before: null }, arrow)
    if (!beside) return
    const there = keysIn(board, beside.status)
    if (there.length > 0) return focus(board, there[Math.min(index, there.length - 1)])
    at = { status: beside.status, before: null }
  }
}

function focus(board: HTMLElement, key: string | undefined): void {
  if (key) focusCard(board, key)
}
