import { isDeepStrictEqual } from 'node:util'
import type { JournalRow } from '../../database/journal.ts'
import type { Changes } from '../../database/tables.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context, App } from '../../operations/context.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import { toCamelCase } from '../../platform/names.ts'
import {
  type Columns,
  type UndoableField,
  type UndoableKind,
  writeAccess,
} from '../../operations/undoable.ts'
import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { Operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { Restored, restoreFromTrash, restoresItems } from './restore.ts'
import type { TrashKindName } from '../../operations/trash-kind.ts'
import { databaseNow } from '../../database/clock.ts'
import { restorableUntil } from '../../operations/deleted.ts'
import { undoesEvent } from '../journal/on-event.ts'

interface Reverted {
  restored: string[]
  changedSince: { field: string; value: unknown }[]
  notRestorable: { field: string; reason: string }[]
}

/** The result of an undo. */
export const Undone = z
  .object({
    item: Restored,
    outcome: z
      .enum(['changed', 'deleted', 'restored'])
      .describe(
        'changed: fields were reverted. deleted: the new item is in the trash. restored: it left the trash.',
      ),
    restored: z.array(z.string()).describe('Reverted fields.'),
    changedSince: z
      .array(z.object({ field: z.string(), value: z.unknown().describe('Current value.') }))
      .describe('Fields that changed again later and were left unchanged.'),
    notRestorable: z
      .array(z.object({ field: z.string(), reason: z.string() }))
      .describe('Fields that cannot be reverted, with the reason.'),
  })
  .meta({ id: 'Undone' })

export const eventRef = reference('event', 'The change: id of an event or history entry.')

type UndoContext = Context & InOrganization

/** Undoes one change that the caller can see. The undo is itself a change and can be undone. */
export async function undoEvent(ctx: UndoContext, event: JournalRow): Promise<z.output<typeof Undone>> {
  const [, verb] = event.type.split('.')
  const name = event.subject_kind as TrashKindName
  const kind = ctx.app.undoableKinds[name]
  if (!kind)
    reject('not_undoable', {
      reason: 'only changes to projects and their contents, workspaces and agents can be undone.',
    })
  const undoCtx = withUndoReference(ctx, event)
  const fields = { restored: [], changedSince: [], notRestorable: [] }
  if (verb === 'deleted') {
    const item = await restoreFromTrash(undoCtx, name, event.subject_id)
    return { item, outcome: 'restored', ...fields }
  }
  if (verb === 'created' || verb === 'stored' || verb === 'restored') {
    await runNested(undoCtx, kind.remove, { project: event.project_id, [kind.field]: event.subject_id })
    return { item: await loadItem(ctx, name, event.subject_id), outcome: 'deleted', ...fields }
  }
  const reverted = await revert(undoCtx, kind, event)
  return { item: await loadItem(ctx, name, event.subject_id), outcome: 'changed', ...reverted }
}

/** Returns a context that adds the id of the undone event to every journal entry. */
function withUndoReference(ctx: UndoContext, { id }: JournalRow): UndoContext {
  return { ...ctx, record: (entry) => ctx.record({ ...entry, data: { ...entry.data, undoes: id } }) }
}

/** Runs another operation, with its access rule, in the current transaction. */
async function runNested(
  ctx: UndoContext,
  { access, run }: Pick<Operation, 'access' | 'run'>,
  input: object,
) {
  const granted = await access.check(writeAccess(ctx), input as never)
  await run({ ...ctx, ...granted }, input as never)
}

async function loadItem(
  { app, db }: UndoContext,
  name: TrashKindName,
  id: string,
): Promise<z.output<typeof Restored>> {
  const { table, key } = app.trashKinds[name]
  const [row] = await db.run<{ key: string; version: number }>(
    sql`select ${sql.raw(key)} as key, version from ${sql.raw(table)} where id = ${id}`,
  )
  return { kind: name, id, key: row!.key, version: row!.version }
}

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

/** Reverts the fields that an event changed, except those that changed again later. */
async function revert(
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
