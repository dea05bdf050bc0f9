import type { KeyboardEvent } from 'react'
import { focusCard, keyOf, keysIn, statusOf, stepFrom, targetOf } from './shown-cards.ts'
import type { LiftControl } from './use-lift.ts'

const stepKeys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

/**
 * Handles the board keys: arrows move between cards, and Space lifts a card. While a card is lifted, arrows move it, Space
 * or Enter drops it, and Escape cancels.
 */
export function onBoardKey(event: KeyboardEvent<HTMLElement>, control: LiftControl): void {
  const board = event.currentTarget
  const link = (event.target as HTMLElement).closest<HTMLElement>('[data-task-link]')
  const card = link?.closest<HTMLElement>('[data-card]')
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return
  const lift = control.now.current
  const { key } = event
  if (lift?.by === 'keyboard') {
    if (lift.dropped) return
    const isHandled = stepKeys.includes(key) || [' ', 'Enter', 'Escape', 'Tab'].includes(key)
    if (!isHandled) return
    // Keep these keys from scrolling the list and from closing the panel. Tab is blocked until the card is dropped.
    event.preventDefault()
    event.stopPropagation()
    if (key === ' ' || key === 'Enter') control.drop()
    else if (key === 'Escape') control.cancel()
    else {
      const to = stepFrom(board, lift.key, lift.to, key)
      if (to) control.aim(to)
    }
    return
  }
  if (key === ' ') {
    event.preventDefault()
    if (card.dataset.movable !== undefined) control.start(keyOf(card), 'keyboard', card.offsetHeight)
  } else if (stepKeys.includes(key)) {
    event.preventDefault()
    moveFocus(board, card, key)
  }
}

/** Focuses the next card in this direction, skipping empty columns. */
function moveFocus(board: HTMLElement, card: HTMLElement, arrow: string): void {
  const status = statusOf(card.closest<HTMLElement>('[data-column]')!)
  const keys = keysIn(board, status)
  const index = keys.indexOf(keyOf(card))
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown')
    return focus(board, keys[index + (arrow === 'ArrowUp' ? -1 : 1)])
  if (arrow === 'Home' || arrow === 'End') return focus(board, keys.at(arrow === 'Home' ? 0 : -1))
  let at = targetOf(board, keyOf(card))
  for (;;) {
    const beside = stepFrom(board, '', { ...at, before: null }, arrow)
    if (!beside) return
    const candidates = keysIn(board, beside.status)
    if (candidates.length > 0) return focus(board, candidates[Math.min(index, candidates.length - 1)])
    at = { status: beside.status, before: null }
  }
}

function focus(board: HTMLElement, key: string | undefined): void {
  if (key) focusCard(board, key)
}
