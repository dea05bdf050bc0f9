import { databaseNow } from '../../database/clock.ts'
import type { JournalRow } from '../../database/journal.ts'
import { toCamelCase } from '../../platform/names.ts'
import { restoresItems } from './restore.ts'
import { restorableUntil } from '../../operations/deleted.ts'
import type { TrashKindName } from '../../operations/trash-kind.ts'
import { undoesEvent } from '../journal/on-event.ts'
import type { UndoableKind } from '../../operations/undoable.ts'
import type { App } from '../../operations/context.ts'

/**
 * Returns a sentence that says who can undo a change, or null if it cannot be undone. Does not check whether the fields
 * changed again later: the undo itself does.
 */
export function describeUndoAccess({ undoableKinds }: App, event: JournalRow): string | null {
  const kind = undoableKinds[event.subject_kind as TrashKindName]
  if (!kind) return null
  const [, verb] = event.type.split('.')
  if (verb === 'deleted')
    return Date.parse(restorableUntil(event.at)) > databaseNow() ? restoresItems.sentence : null
  if (verb === 'created' || verb === 'restored') return kind.remove.access.sentence
  return canRevert(kind, event) ? undoesEvent.sentence : null
}

function canRevert(kind: UndoableKind, { type, changes }: JournalRow): boolean {
  if (!kind.types.includes(type) || !changes) return false
  return kind.fields.some(({ columns }) => columns.some((column) => toCamelCase(column) in changes))
}
