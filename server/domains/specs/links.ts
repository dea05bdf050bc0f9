import type { Queries } from '../../database/connect.ts'
import { concerning } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { type InProject, findItem } from '../items/find-item.ts'
import { type ItemKindName, type ItemRow, itemKindNames, itemKinds } from '../items/item-kinds.ts'
import { specKind } from './spec.ts'
import type { SpecRow } from './tables.ts'

const mostLinks = 100

interface FoundItem {
  kind: ItemKindName
  id: string
  key: string
}

/** The item of this project that is called so. It stays out of the trash until the transaction ends. */
export async function itemToLink(
  db: Queries,
  project: InProject,
  { field, ref }: { field: string; ref: string },
): Promise<FoundItem> {
  for (const kind of itemKindNames) {
    const found = await findItem<ItemRow>(db, itemKinds[kind].table, project, ref, { hold: true })
    if (found) return { kind, id: found.id, key: found.key }
  }
  return rejectField(field, `There is no such item in the project of the spec: "${ref}".`)
}

/** Links a spec, which is held. Answers false if it was linked already. */
export async function addLink(ctx: Context, spec: SpecRow, item: FoundItem): Promise<boolean> {
  const [there] = await ctx.db.run<{ count: number }>(
    'select count(*)::int as count from spec_links where spec_id = $1',
    [spec.id],
  )
  if (there!.count >= mostLinks) reject('too_many', { most: mostLinks, things: 'links of this spec' })
  const [made] = await ctx.db.run(
    `insert into spec_links (spec_id, item_kind, item_id, created_at) values ($1, $2, $3, clock_timestamp())
     on conflict do nothing returning 1`,
    [spec.id, item.kind, item.id],
  )
  if (made) ctx.record({ type: 'spec.linked', ...concerning(specKind, spec), data: { item } })
  return made !== undefined
}

/** Answers false if it was not linked. */
export async function removeLink(ctx: Context, spec: SpecRow, item: FoundItem): Promise<boolean> {
  const [gone] = await ctx.db.run('delete from spec_links where spec_id = $1 and item_id = $2 returning 1', [
    ...[spec.id, item.id],
  ])
  if (gone) ctx.record({ type: 'spec.unlinked', ...concerning(specKind, spec), data: { item } })
  return gone !== undefined
}
