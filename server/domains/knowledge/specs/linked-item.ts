import { z } from 'zod'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'

/** An item that a spec describes. */
export const LinkedItem = z.object({
  kind: z.enum(itemKindNames),
  id: z.uuid(),
  key: z.string(),
  title: z.string(),
  status: z.string(),
})

/** Returns SQL for the linked items of a spec that aren't deleted, oldest link first. */
export function linksOfSpec(spec: string): string {
  const selects = itemKindNames.map(
    (kind) => `select i.id, i.key, i.title, i.status from ${itemKinds[kind].table} i
         where l.item_kind = '${kind}' and i.id = l.item_id and i.deleted_at is null`,
  )
  return `coalesce((select jsonb_agg(jsonb_build_object('kind', l.item_kind, 'id', item.id, 'key', item.key,
        'title', item.title, 'status', item.status) order by l.created_at, item.id)
      from spec_links l cross join lateral (${selects.join(' union all ')}) item where l.spec_id = ${spec}), '[]')`
}
