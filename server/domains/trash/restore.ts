import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { keyOf } from '../../operations/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { onUniqueViolation } from '../../database/unique-violation.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { reference } from '../../operations/reference.ts'
import { atPublicAddress } from '../projects/publishing.ts'
import { restoreWithChildren } from '../work/items/delete-with-children.ts'
import { Children, restorableUntil } from '../../operations/deleted.ts'
import { type TrashKindName, trashKindNames } from '../../operations/trash-kind.ts'

/** Requires access to the organization. Each trash kind checks the right to restore in its `find`. */
export const restoresItems: AccessRule<unknown, InOrganization> = {
  name: 'restoresItems',
  sentence: 'Members who can delete the item: editors for items in a project, managers for all other items.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

/** An item that was restored or reverted. */
export const Restored = z.object({
  kind: z.enum(trashKindNames),
  id: z.uuid(),
  key: z.string(),
  version: z.int(),
  children: Children.optional().describe('Number of stories and tasks that were restored with the item.'),
})

export const trashedRef = reference('trash', 'Item: number (WEB-42), slug, title or id.', 300)

type RestoreContext = Context & InOrganization

/** Restores an item of the given kind, with the items that were deleted with it. */
export async function restoreFromTrash(
  ctx: RestoreContext,
  name: TrashKindName,
  ref: string,
): Promise<z.output<typeof Restored>> {
  const row = await ctx.app.trashKinds[name].find(ctx.db, ctx, ref)
  if (!row) reject('not_found', { kind: name, ref })
  return restoreFound(ctx, name, row, ref)
}

/** Restores an item of any kind by its number or id. */
export async function restoreAnything(ctx: RestoreContext, ref: string): Promise<z.output<typeof Restored>> {
  for (const name of trashKindNames) {
    const kind = ctx.app.trashKinds[name]
    if (!kind.listed(ctx)) continue
    const row = await kind.find(ctx.db, ctx, ref)
    if (row) return restoreFound(ctx, name, row, ref)
  }
  return reject('not_found', { kind: 'item', ref })
}

async function restoreFound(ctx: RestoreContext, name: TrashKindName, row: DeletableRow, ref: string) {
  const kind = ctx.app.trashKinds[name]
  if (row.deleted_at === null) reject('not_deleted', { kind: name, ref })
  if (databaseNow() > Date.parse(restorableUntil(row.deleted_at))) reject('restore_expired')
  await kind.before?.(ctx, row)
  const restore = () => onUniqueViolation(kind.taken?.(row) ?? {}, () => restoreWithChildren(ctx, kind, row))
  const { restored, children } = await atPublicAddress(keyOf(kind, row), restore)
  await kind.after?.(ctx, restored)
  const { id, version } = restored
  return { kind: name, id, key: keyOf(kind, restored), version, ...(children && { children }) }
}
