import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { DeletableRow } from '../../../database/tables.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import type { AccessRule, InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { concerning } from '../../../operations/rows.ts'
import { inputToUpdate } from '../../../operations/sync-kind.ts'
import { performWithin } from '../../../operations/transact.ts'
import { restoreFromTrash } from '../../trash/restore.ts'
import type { Fields } from '../item-fields.ts'
import { Conflict, type ConflictWithProject, conflictRef, resolutions, showConflicts } from './conflict.ts'
import { findConflict, seesConflicts } from './conflicts.ts'

/** The update operation of each kind checks whether the caller can edit the item. */
const resolvesConflicts: AccessRule<unknown, InOrganization> = {
  ...seesConflicts,
  name: 'conflict(resolve)',
  sentence: 'Everyone who can edit the item.',
  leastRole: 'member',
  also: ['editor'],
}

export const resolveConflict = operation({
  id: 'conflicts.resolve',
  summary: 'Resolve a conflict: keep the current value, take the other one, or store a merged one.',
  http: 'POST /api/sync/conflicts/:conflict/resolve',
  access: resolvesConflicts,
  input: z.object({
    conflict: conflictRef,
    take: z
      .enum(resolutions)
      .describe('current keeps the item as it is. other stores the value that lost. value stores "value".'),
    value: z.unknown().optional().describe('Merged value, with take "value".'),
  }),
  output: Conflict,
}).run(async (ctx, { conflict: ref, take, value }) => {
  const conflict = await findConflict(ctx, ref, sql`for update of c`)
  if (conflict.resolved_at !== null) reject('conflict_resolved')
  if (take === 'value' && conflict.field === null)
    rejectField('take', 'A deletion has no value to merge. Take "current" or "other".')
  if ((take === 'value') !== (value !== undefined))
    rejectField('value', 'Pass "value" if "take" is "value", and only then.')
  const chosen = take === 'value' ? value : conflict.other
  const fields = conflict.field === null ? (chosen as Fields) : { [conflict.field]: chosen }
  const item = await storeInItem(ctx, conflict, take === 'current' ? undefined : fields)
  const [resolved] = await ctx.db.run<ConflictWithProject>(
    sql`update sync_conflicts set resolution = ${take}, resolved_at = now(), version = version + 1, updated_at = now(),
          resolved_by = ${JSON.stringify(actorOf(ctx.caller))}
        where id = ${conflict.id} returning *, ${conflict.project_slug}::text as project_slug`,
  )
  const about = concerning(ctx.app.syncKinds[conflict.item_kind], item)
  ctx.record({
    ...about,
    type: 'conflict.resolved',
    subject: { kind: 'conflict', id: conflict.id, key: about.subject.key },
    version: resolved!.version,
    data: { item: about.subject, field: conflict.field, take },
  })
  const [shown] = await showConflicts(ctx, [resolved!])
  return shown!
})

/**
 * Stores fields in the item of a conflict, and restores it from the trash first. Without fields, only checks that the
 * caller can edit it.
 */
async function storeInItem(
  ctx: Context & InOrganization,
  { item_kind, item_id }: ConflictWithProject,
  fields: Fields | undefined,
): Promise<DeletableRow> {
  const kind = ctx.app.syncKinds[item_kind]
  const [row] = await ctx.db.run<DeletableRow>(
    sql`select ${kind.columns} from ${kind.from} where t.id = ${item_id}`,
  )
  const item = row ?? reject('not_found', { kind: item_kind, ref: item_id })
  if (item.deleted_at !== null) {
    const restorable = await ctx.app.trashKinds[item_kind].find(ctx.db, ctx, item_id)
    if (!restorable) reject('not_found', { kind: item_kind, ref: item_id })
    if (!fields) return item
    await restoreFromTrash(ctx, item_kind, item_id)
  }
  await performWithin(ctx, kind.update, inputToUpdate(kind, item, fields ?? {}))
  return item
}
