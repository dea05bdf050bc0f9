import type { Queries } from '../../../database/connect.ts'
import { concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { type InProject, findItem } from '../../work/items/find-item.ts'
import { type ItemKindName, type ItemRow, itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { specKind, Spec, specRef } from './spec.ts'
import type { SpecRow } from './tables.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { itemRef } from '../../work/items/access.ts'
import { onSpec } from './access.ts'
import { readSpec } from './change-spec.ts'

const maxLinks = 100

interface FoundItem {
  kind: ItemKindName
  id: string
  key: string
}

/** Finds the item of this project to link, and locks it so that no one can delete it before the commit. */
export async function findItemToLink(
  db: Queries,
  project: InProject,
  { field, ref }: { field: string; ref: string },
): Promise<FoundItem> {
  for (const kind of itemKindNames) {
    const found = await findItem<ItemRow>(db, itemKinds[kind].table, project, ref, { hold: true })
    if (found) return { kind, id: found.id, key: found.key }
  }
  return rejectField(field, `The spec's project has no item "${ref}".`)
}

/** Links a locked spec to an item. Returns false if it was linked already. */
export async function addLink(ctx: Context, spec: SpecRow, item: FoundItem): Promise<boolean> {
  const [existing] = await ctx.db.run<{ count: number }>(
    sql`select count(*)::int as count from spec_links where spec_id = ${spec.id}`,
  )
  if (existing!.count >= maxLinks) reject('too_many', { most: maxLinks, things: 'links of this spec' })
  const [created] = await ctx.db.run(
    sql`insert into spec_links (spec_id, item_kind, item_id, created_at) values (${spec.id}, ${item.kind}, ${item.id}, clock_timestamp())
     on conflict do nothing returning 1`,
  )
  if (created) ctx.record({ type: 'spec.linked', ...concerning(specKind, spec), data: { item } })
  return created !== undefined
}

/** Removes a link. Returns false if there was none. */
async function removeLink(ctx: Context, spec: SpecRow, item: FoundItem): Promise<boolean> {
  const [removed] = await ctx.db.run(
    sql`delete from spec_links where spec_id = ${spec.id} and item_id = ${item.id} returning 1`,
  )
  if (removed) ctx.record({ type: 'spec.unlinked', ...concerning(specKind, spec), data: { item } })
  return removed !== undefined
}

export const linkSpec = operation({
  id: 'specs.link',
  summary: 'Link a spec to an epic, story, task or feature of its project.',
  http: 'POST /api/specs/:spec/links',
  access: onSpec('edit'),
  input: z.object({ spec: specRef, item: itemRef }),
  output: Spec,
}).run(async (ctx, { item: ref }) => {
  await addLink(ctx, ctx.spec, await findItemToLink(ctx.db, ctx.spec, { field: 'item', ref }))
  return readSpec(ctx, ctx.spec.id)
})

export const unlinkSpec = operation({
  id: 'specs.unlink',
  summary: 'Remove the link between a spec and an item.',
  http: 'DELETE /api/specs/:spec/links',
  access: onSpec('edit'),
  destructive: true,
  input: z.object({ spec: specRef, item: itemRef }),
  output: Spec,
}).run(async (ctx, { item: ref }) => {
  await removeLink(ctx, ctx.spec, await findItemToLink(ctx.db, ctx.spec, { field: 'item', ref }))
  return readSpec(ctx, ctx.spec.id)
})
