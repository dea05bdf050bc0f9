import type { Status } from '../../../client.ts'
import { boardColumns } from '../names.ts'
import type { Spot } from './move-task.ts'

/*
 * Reads the positions of cards from the DOM, so that pointer and keyboard moves follow what the user sees.
 */

/** A drop target: the column, and the card to insert before. Null means the end of the column. */
export interface Target {
  status: Status
  before: string | null
}

export const columnsOf = (board: HTMLElement) => [...board.querySelectorAll<HTMLElement>('[data-column]')]

export const statusOf = (column: HTMLElement) => column.dataset.column as Status

export const keyOf = (card: HTMLElement) => card.dataset.task!

export function findCard(board: HTMLElement, key: string): HTMLElement | null {
  return board.querySelector(`[data-card][data-task="${CSS.escape(key)}"]`)
}

export function focusCard(board: HTMLElement, key: string): void {
  findCard(board, key)?.querySelector<HTMLElement>('[data-task-link]')?.focus()
}

/** Returns the scrollable list of a column. A collapsed column has none. */
export const cardListOf = (column: HTMLElement) => column.querySelector<HTMLElement>('[data-cards]')

/** Returns the keys of the cards in a column, without the one being moved. */
export function keysIn(board: HTMLElement, status: Status, except?: string): string[] {
  return cardsIn(board.querySelector(`[data-column="${status}"]`), except).map(keyOf)
}

export function cardsIn(column: HTMLElement | null, except?: string): HTMLElement[] {
  const cards = [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  return cards.filter((card) => keyOf(card) !== except)
}

export function targetOf(board: HTMLElement, key: string): Target {
  const card = findCard(board, key)!
  const status = statusOf(card.closest<HTMLElement>('[data-column]')!)
  const keys = keysIn(board, status)
  return { status, before: keys[keys.indexOf(key) + 1] ?? null }
}

/** Converts a drop target into the neighbors that the moved card would have. */
export function spotOf(board: HTMLElement, key: string, { status, before }: Target): Spot {
  const keys = keysIn(board, status, key)
  const at = indexIn(keys, before)
  return { status, previous: keys[at - 1], next: keys[at] }
}

/** Returns the index at which a card would be inserted. */
export function indexIn(keys: string[], before: string | null): number {
  const at = before === null ? -1 : keys.indexOf(before)
  return at < 0 ? keys.length : at
}

/** Returns the target one key press away from the current one. Undefined at the edge of the board. */
export function stepFrom(board: HTMLElement, key: string, at: Target, arrow: string): Target | undefined {
  const keys = keysIn(board, at.status, key)
  const index = indexIn(keys, at.before)
  const to = (next: number): Target => ({ status: at.status, before: keys[next] ?? null })
  if (arrow === 'ArrowUp') return index > 0 ? to(index - 1) : undefined
  if (arrow === 'ArrowDown') return index < keys.length ? to(index + 1) : undefined
  if (arrow === 'Home') return to(0)
  if (arrow === 'End') return to(keys.length)
  const shown = boardColumns.filter((status) => board.querySelector(`[data-column="${status}"]`))
  const beside = shown[shown.indexOf(at.status) + (arrow === 'ArrowLeft' ? -1 : 1)]
  return beside && { status: beside, before: keysIn(board, beside, key)[index] ?? null }
}
