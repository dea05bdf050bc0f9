import { z } from 'zod'
import { keyOf, restoreRow } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { anyUuid } from '../../platform/ids.ts'
import { requireRoom } from '../organizations/plans.ts'
import { type ProjectRight, editableProjects, requireRight, rightInProject } from '../projects/access.ts'
import { trashDays } from './deleted.ts'
import { trashKindNames, trashKinds, type TrashKind } from './trash-kinds.ts'

export const restoreItem = operation({
  id: 'trash.restoreItem',
  summary: 'Bring a deleted item back from the trash, as it was, within 30 days.',
  http: 'POST /api/trash/:kind/:item/restore',
  tool: 'restore_item',
  access: editableProjects,
  input: z.object({
    kind: z.enum(trashKindNames).describe('What kind of thing it is.'),
    item: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('The item: its number (WEB-42), slug or id.')
      .meta({ refers: 'trash' }),
  }),
  output: z.object({ kind: z.enum(trashKindNames), id: z.uuid(), key: z.string(), version: z.int() }),
}).run(async (ctx, input) => {
  const kind = trashKinds[input.kind] as unknown as TrashKind<DeletedRow>
  const [row] = await ctx.db.run<DeletedRow>(
    `select t.*, ${rightInProject} as right, t.deleted_at < now() - interval '${trashDays} days' as too_late
       from ${kind.from} where ${ctx.visible.where} and ${anyUuid.test(input.item) ? 't.id = $5' : kind.byKey}
        for update of t`,
    [...ctx.visible.values, input.item],
  )
  if (!row) refuse('not_found', { kind: input.kind, ref: input.item })
  requireRight(row, input.kind === 'project' ? 'manage' : 'edit')
  if (row.deleted_at === null) refuse('not_deleted', { kind: input.kind, ref: input.item })
  if (row.too_late) refuse('restore_expired')
  if (input.kind === 'project') await requireRoom(ctx.db, row.organization_id, 'projects')
  const restored = await restoreRow(ctx, kind, row)
  return { kind: input.kind, id: restored.id, key: keyOf(kind, restored), version: restored.version }
})

interface DeletedRow extends DeletableRow {
  too_late: boolean
  right: ProjectRight
}
