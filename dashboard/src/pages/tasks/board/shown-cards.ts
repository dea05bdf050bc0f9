import type { Status } from '../../../client.ts'
import { boardColumns } from '../names.ts'
import type { Spot } from './move-task.ts'

/*
 * Where cards are, as the page shows them: what is moved past, by pointer or by keys, is what one sees.
 */

/** Before which card of a column something would go; null is the end. */
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

/** The part of a column that is scrolled through; one that is folded has none. */
export const cardListOf = (column: HTMLElement) => column.querySelector<HTMLElement>('[data-cards]')

/** The numbers of the cards in a column, without the one that is on its way. */
export function keysIn(board: HTMLElement, status: Status, without?: string): string[] {
  return cardsIn(board.querySelector(`[data-column="${status}"]`), without).map(keyOf)
}

export function cardsIn(column: HTMLElement | null, without?: string): HTMLElement[] {
  const cards = [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  return cards.filter((card) => keyOf(card) !== without)
}

export function targetOf(board: HTMLElement, key: string): Target {
  const card = findCard(board, key)!
  const status = statusOf(card.closest<HTMLElement>('[data-column]')!)
  const keys = keysIn(board, status)
  return { status, before: keys[keys.indexOf(key) + 1] ?? null }
}

/** The place between two cards that a target stands for, for a card that comes there. */
export function spotOf(board: HTMLElement, key: string, { status, before }: Target): Spot {
  const keys = keysIn(board, status, key)
  const at = positionIn(keys, before)
  return { status, previous: keys[at - 1], next: keys[at] }
}

/** At which place among these that is. */
export function positionIn(keys: string[], before: string | null): number {
  const at = before === null ? -1 : keys.indexOf(before)
  return at < 0 ? keys.length : at
}

/** One step by keys from where a card is held now; undefined where there is nowhere to go. */
export function stepped(board: HTMLElement, key: string, at: Target, arrow: string): Target | undefined {
  const keys = keysIn(board, at.status, key)
  const index = positionIn(keys, at.before)
  const to = (next: number): Target => ({ status: at.status, before: keys[next] ?? null })
  if (arrow === 'ArrowUp') return index > 0 ? to(index - 1) : undefined
  if (arrow === 'ArrowDown') return index < keys.length ? to(index + 1) : undefined
  if (arrow === 'Home') return to(0)
  if (arrow === 'End') return to(keys.length)
  const shown = boardColumns.filter((status) => board.querySelector(`[data-column="${status}"]`))
  const beside = shown[shown.indexOf(at.status) + (arrow === 'ArrowLeft' ? -1 : 1)]
  return beside && { status: beside, before: keysIn(board, beside, key)[index] ?? null }
}
