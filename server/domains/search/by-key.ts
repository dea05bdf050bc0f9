import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Fused } from './fuse.ts'
import type { SearchKind } from './kinds.ts'
import { entriesVisibleTo } from './visible-entries.ts'

/** Finds items by exact key or slug, such as WEB-42. */
export async function findByKey(
  db: Queries,
  granted: InOrganization,
  text: string,
  kinds: readonly SearchKind[],
): Promise<Fused[]> {
  if (!/^\S{2,60}$/.test(text)) return []
  const visible = entriesVisibleTo(granted, { includeBuiltIn: false })
  const rows = await db.run<{ kind: SearchKind; id: string }>(
    sql`select e.subject_kind as kind, e.subject_id as id from search_entries e
      where ${visible} and e.part = 0 and upper(e.key) = upper(${text})
        and e.subject_kind = any(${kinds}::text[])
      order by e.subject_kind = 'comment', e.updated_at desc limit 10`,
  )
  return rows.map((row) => ({
    ...row,
    part: 0,
    similarity: 1,
    why: { words: { coverage: 1, matched: [text] } },
  }))
}

/** Puts hits by key first, without duplicates. */
export function keyFirst(byKey: Fused[], others: Fused[]): Fused[] {
  const known = new Set(byKey.map(({ id }) => id))
  return [...byKey, ...others.filter(({ id }) => !known.has(id))]
}
