import { isDeepStrictEqual } from 'node:util'
import type { JournalRow } from '../../database/journal.ts'
import type { Changes } from '../../database/tables.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import { toCamelCase } from '../../platform/names.ts'
import type { Columns, UndoableField, UndoableKind } from '../../operations/undoable.ts'

interface Reverted {
  restored: string[]
  changedSince: { field: string; value: unknown }[]
  notRestorable: { field: string; reason: string }[]
}

/** Reverts the fields that an event changed, except those that changed again later. */
export async function revert(
  ctx: Context & InOrganization,
  kind: UndoableKind,
  event: JournalRow,
): Promise<Reverted> {
  const changes = event.changes ?? {}
  const touched = kind.fields.filter(({ columns }) => changedColumns(columns, changes).length > 0)
  if (touched.length === 0 || !kind.types.includes(event.type))
    reject('not_undoable', {
      reason: 'it changed no field that can be reverted. Make the opposite change instead.',
    })

  const locked = { ...ctx, ...(await kind.lock(ctx, event.subject_id)) }
  const result: Reverted = { restored: [], changedSince: [], notRestorable: [] }
  let set: Columns = {}
  for (const field of touched) {
    const columns = changedColumns(field.columns, changes)
    if (!columns.every((column) => isDeepStrictEqual(locked.row[column], changes[toCamelCase(column)]!.to))) {
      result.changedSince.push({ field: field.name, value: valueOf(field, locked.row) })
      continue
    }
    const previous = { ...valuesBefore(columns, changes), ...valuesBefore(field.alongside ?? [], changes) }
    const checked = await catchFieldRejection(() => field.check?.(locked, previous, set))
    if (checked instanceof OperationError)
      result.notRestorable.push({ field: field.name, reason: sentenceOf(checked) })
    else {
      result.restored.push(field.name)
      set = { ...set, ...previous, ...checked }
    }
  }
  if (result.restored.length === 0) {
    const { changedSince, notRestorable } = result
    const fields = touched.map(({ name }) => name).join(', ')
    reject('changed_since', { fields }, { changedSince, notRestorable })
  }
  await kind.change(locked, set)
  return result
}

function changedColumns(columns: readonly string[], changes: Changes): string[] {
  return columns.filter((column) => toCamelCase(column) in changes)
}

function valuesBefore(columns: readonly string[], changes: Changes): Columns {
  return Object.fromEntries(
    changedColumns(columns, changes).map((column) => [column, changes[toCamelCase(column)]!.from]),
  )
}

function valueOf({ columns }: UndoableField<InOrganization>, row: Columns): unknown {
  return columns.map((column) => row[column]).find((value) => value !== null && value !== undefined) ?? null
}

/** Returns a field's rejection instead of throwing it, so that a deleted reference does not block the other fields. */
async function catchFieldRejection(
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
