import { z } from 'zod'
import { keyOf } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { requireRoom } from '../organizations/plans.ts'
import { restoreWithChildren } from './children.ts'
import { Children, restorableUntil } from './deleted.ts'
import { trashKindNames, trashKinds, type TrashKind } from './trash-kinds.ts'

/** Each kind of thing says itself who may bring it back. */
const restoresItems: AccessRule<unknown, InOrganization> = {
  name: 'restoresItems',
  sentence:
    'Whoever could delete it: of what is in a project, those who may change that; of the rest, those who manage it.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

export const restoreItem = operation({
  id: 'trash.restoreItem',
  summary: 'Bring a deleted item back from the trash, as it was, within 30 days.',
  http: 'POST /api/trash/:kind/:item/restore',
  tool: 'restore_item',
  access: restoresItems,
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
  output: z.object({
    kind: z.enum(trashKindNames),
    id: z.uuid(),
    key: z.string(),
    version: z.int(),
    children: Children.optional().describe('What came back with it.'),
  }),
}).run(async (ctx, input) => {
  const kind = trashKinds[input.kind] as unknown as TrashKind<DeletableRow>
  const row = await kind.find(ctx.db, ctx, input.item)
  if (!row) refuse('not_found', { kind: input.kind, ref: input.item })
  if (row.deleted_at === null) refuse('not_deleted', { kind: input.kind, ref: input.item })
  if (Date.now() > Date.parse(restorableUntil(row.deleted_at))) refuse('restore_expired')
  if (input.kind === 'project') await requireRoom(ctx.db, row.organization_id, 'projects')
  const { restored, children } = await restoreWithChildren(ctx, kind, row)
  const { id, version } = restored
  return { kind: input.kind, id, key: keyOf(kind, restored), version, ...(children && { children }) }
})
