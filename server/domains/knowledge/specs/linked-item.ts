import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
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
export function linksOfSpec(spec: Sql): Sql {
  const selects = itemKindNames.map(
    (kind) => sql`select i.id, i.key, i.title, i.status from ${sql.raw(itemKinds[kind].table)} i
         where l.item_kind = '${sql.raw(kind)}' and i.id = l.item_id and i.deleted_at is null`,
  )
  return sql`coalesce((select jsonb_agg(jsonb_build_object('kind', l.item_kind, 'id', item.id, 'key', item.key,
        'title', item.title, 'status', item.status) order by l.created_at, item.id)
      from spec_links l cross join lateral (${sql.join(selects, ' union all ')}) item where l.spec_id = ${spec}), '[]')`
}
