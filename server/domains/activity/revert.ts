import { isDeepStrictEqual } from 'node:util'
import type { JournalRow } from '../../database/journal.ts'
import type { Changes } from '../../database/tables.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, reject } from '../../operations/errors.ts'
import { toCamelCase } from '../../platform/names.ts'
import type { Columns, UndoableField, UndoableKind } from './undoable.ts'

interface SetBack {
  restored: string[]
  changedSince: { field: string; value: unknown }[]
  notRestorable: { field: string; reason: string }[]
}

/** Sets back the fields that an entry changed, as far as they still are what it made of them. */
export async function revert(
  ctx: Context & InOrganization,
  kind: UndoableKind,
  event: JournalRow,
): Promise<SetBack> {
  const changes = event.changes ?? {}
  const touched = kind.fields.filter(({ columns }) => changed(columns, changes).length > 0)
  if (touched.length === 0 || !kind.types.includes(event.type))
    reject('not_undoable', { reason: 'it changed no field that can be set back. Do the opposite instead.' })

  const held = { ...ctx, ...(await kind.hold(ctx, event.subject_id)) }
  const done: SetBack = { restored: [], changedSince: [], notRestorable: [] }
  let set: Columns = {}
  for (const field of touched) {
    const columns = changed(field.columns, changes)
    if (!columns.every((column) => isDeepStrictEqual(held.row[column], changes[toCamelCase(column)]!.to))) {
      done.changedSince.push({ field: field.name, value: valueOf(field, held.row) })
      continue
    }
    const back = { ...valuesBefore(columns, changes), ...valuesBefore(field.along ?? [], changes) }
    const found = await unlessRefused(() => field.check?.(held, back, set))
    if (found instanceof OperationError)
      done.notRestorable.push({ field: field.name, reason: sentenceOf(found) })
    else {
      done.restored.push(field.name)
      set = { ...set, ...back, ...found }
    }
  }
  if (done.restored.length === 0) {
    const { changedSince, notRestorable } = done
    const fields = touched.map(({ name }) => name).join(', ')
    reject('changed_since', { fields }, { changedSince, notRestorable })
  }
  await kind.change(held, set)
  return done
}

function changed(columns: readonly string[], changes: Changes): string[] {
  return columns.filter((column) => toCamelCase(column) in changes)
}

function valuesBefore(columns: readonly string[], changes: Changes): Columns {
  return Object.fromEntries(
    changed(columns, changes).map((column) => [column, changes[toCamelCase(column)]!.from]),
  )
}

function valueOf({ columns }: UndoableField<InOrganization>, row: Columns): unknown {
  return columns.map((column) => row[column]).find((value) => value !== null && value !== undefined) ?? null
}

/** What a field pointed to may be gone: that is no reason to leave the others as they are. */
async function unlessRefused(
  check: () => Promise<Columns | void> | Columns | void,
): Promise<Columns | OperationError> {
  try {
    return (await check()) ?? {}
  } catch (error) {
    if (error instanceof OperationError && error.code === 'invalid_input') return error
    throw error
  }
}

function sentenceOf({ errors, message }: OperationError): string {
  return errors?.[0]?.message ?? message
}
