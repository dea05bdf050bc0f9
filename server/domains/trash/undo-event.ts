import { z } from 'zod'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context, App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import type { Operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { Restored, restoreFromTrash, restoresItems } from './restore.ts'
import type { TrashKindName } from '../../operations/trash-kind.ts'
import { revert } from './revert.ts'
import { writeAccess, type UndoableKind } from '../../operations/undoable.ts'
import { databaseNow } from '../../database/clock.ts'
import { toCamelCase } from '../../platform/names.ts'
import { restorableUntil } from '../../operations/deleted.ts'
import { undoesEvent } from '../journal/on-event.ts'

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
