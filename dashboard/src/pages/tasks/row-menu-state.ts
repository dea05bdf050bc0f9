import type { MouseEvent } from 'react'
import type { Task } from '../../client.ts'
import type { Anchor } from '../../ui/picker.tsx'
import type { Row } from './grouped-list.tsx'
import { rowAt } from './list-keys.ts'
import { isDraft } from './task-changes.ts'

/** The menu of a row. Its actions concern all selected tasks if the row is one of them. */
export interface RowMenuState {
  task: Task
  /** The tasks that the user can edit. */
  tasks: Task[]
  anchor: Anchor
}

/** Returns the menu for a right click or the menu key, or null if the event isn't on a row. */
export function menuAt(
  event: MouseEvent<HTMLElement>,
  rows: Row[],
  affected: (task: Task) => Task[],
): RowMenuState | null {
  const row = rowAt(rows, event.target)
  if (!row || isDraft(row.task)) return null
  event.preventDefault()
  // The menu key reports the position of the focused element.
  const { clientX, clientY } = event
  const anchor = { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) }
  return { task: row.task, tasks: affected(row.task), anchor }
}
