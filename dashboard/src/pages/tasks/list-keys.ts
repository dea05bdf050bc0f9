import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Task } from '../../client.ts'
import { isPlainKey, isTyping } from '../../shortcuts/is-typing.ts'
import type { Row } from './grouped-list.tsx'
import type { Selection } from './selection.ts'
import type { PickedProperty } from './picker-choices.tsx'
import { scrollToRow } from './visible-rows.ts'

interface ListKeysOptions {
  root: RefObject<HTMLElement | null>
  rows: Row[]
  selection: Selection
  pick: (property: PickedProperty, task: Task, anchor: HTMLElement) => void
  /** The key of the open task, where the first step starts. */
  opened: string | undefined
}

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
const pickers: Record<string, PickedProperty> = { s: 'status', a: 'assignee', p: 'priority', l: 'label' }

/** Handles the keys of a task list. Returns the row that had the focus last. See shortcuts.ts for all keys. */
export function useListKeys({ root, rows, selection, pick, opened }: ListKeysOptions): RefObject<Row | null> {
  const active = useRef<Row | null>(null)
  const onFocus = useEffectEvent((event: FocusEvent) => {
    active.current = rowAt(rows, event.target) ?? active.current
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event)) return
    const list = root.current!
    const focused = document.activeElement
    const isInList = list.contains(focused)
    // Arrows scroll the page unless a row has the focus.
    if (!isInList && (event.key.startsWith('Arrow') || focused !== document.body)) return
    const step = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (step !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      return move(list, step, event.shiftKey)
    }
    if (!isPlainKey(event)) return
    const row = currentRow()
    if (event.key === 'Escape' && selection.keys.size > 0) return selection.clear()
    const property = pickers[event.key]
    if (event.key === 'x' && row?.task.may.edit) selection.toggle(row.task.key)
    else if (property && (row ?? selection.keys.size > 0)) openPicker(list, property, row)
    else return
    event.preventDefault()
  })

  /** Returns the active row as the list shows it now. */
  function currentRow(): Row | undefined {
    const { current } = active
    if (!current) return rows.find(({ task }) => task.key === opened)
    const same = rows.filter(({ task }) => task.id === current.task.id)
    return same.find(({ group }) => group === current.group) ?? same[0]
  }

  function move(list: HTMLElement, step: number, isExtending: boolean): void {
    const current = currentRow()
    const index = current ? rows.indexOf(current) : -1
    const next = index < 0 ? rows[0] : rows[index + step]
    if (!next) return
    active.current = next
    focusRow(list, rows, next)
    if (isExtending) selection.extend(next.task.key, current?.task.key)
  }

  /** Opens the picker of the selection, or else of the active row. */
  function openPicker(list: HTMLElement, property: PickedProperty, row: Row | undefined): void {
    const selected = rows.find(({ task }) => selection.keys.has(task.key))
    const target = selected ?? row
    if (!target) return
    const link = findLink(list, row ?? target)
    // A picker at a row out of view would be hidden.
    const anchor = link && isInView(link) ? link : list.querySelector<HTMLElement>('[role=toolbar]')
    pick(property, target.task, anchor ?? list)
  }

  useEffect(() => {
    const list = root.current!
    const focus = (event: FocusEvent) => onFocus(event)
    const key = (event: KeyboardEvent) => onKey(event)
    list.addEventListener('focusin', focus)
    document.addEventListener('keydown', key)
    return () => {
      list.removeEventListener('focusin', focus)
      document.removeEventListener('keydown', key)
    }
  }, [root])
  return active
}

function isInView(element: HTMLElement): boolean {
  const { left, top, height } = element.getBoundingClientRect()
  const shown = document.elementFromPoint(left + 1, top + height / 2)
  return shown !== null && element.closest('[data-task]')!.contains(shown)
}

/** Returns the row that contains an element. */
export function rowAt(rows: Row[], element: EventTarget | null): Row | undefined {
  const shown = element instanceof Element ? element.closest<HTMLElement>('[data-task]') : null
  return shown
    ? rows.find(({ group, task }) => task.key === shown.dataset.task && group === shown.dataset.group)
    : undefined
}

/** Focuses a row, and renders it first if it isn't in view. */
export function focusRow(list: HTMLElement, rows: Row[], row: Row): void {
  const link = findLink(list, row)
  if (link) return link.focus()
  const index = rows.filter(({ group }) => group === row.group).indexOf(row)
  const group = list.querySelector<HTMLElement>(`[data-rows="${CSS.escape(row.group)}"]`)
  const rowHeight = list.querySelector('[data-task]')?.clientHeight ?? 0
  if (!group) return
  scrollToRow(group, index, rowHeight)
  requestAnimationFrame(() => requestAnimationFrame(() => findLink(list, row)?.focus()))
}

function findLink(list: HTMLElement, { group, task }: Row): HTMLElement | null {
  const row = `[data-task="${CSS.escape(task.key)}"][data-group="${CSS.escape(group)}"]`
  return list.querySelector<HTMLElement>(`${row} [data-task-link]`)
}
