import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { rejectField } from '../../../errors/errors.ts'

/** Returns the ids of categories by slug or id, and locks them against deletion. */
export async function categoryIds(db: Queries, refs: readonly string[]): Promise<string[]> {
  if (refs.length === 0) return []
  const wanted = refs.map((ref) => ref.toLowerCase())
  const rows = await db.run<{ id: string; slug: string }>(
    sql`select id, slug from categories where slug = any(${wanted}) or id::text = any(${wanted}) order by id for key share`,
  )
  for (const ref of wanted)
    if (!rows.some(({ id, slug }) => ref === id || ref === slug))
      rejectField('categories', `No category "${ref}" exists. Create it first.`, { kind: 'category', ref })
  return rows.map(({ id }) => id)
}

/** Replaces the categories of an article. Returns whether they changed. */
export async function assignCategories(db: Queries, articleId: string, ids: string[]): Promise<boolean> {
  const changed = await db.run(
    sql`with removed as (
        delete from article_categories where article_id = ${articleId} and category_id <> all(${ids}::uuid[]) returning 1),
      added as (
        insert into article_categories (article_id, category_id) select ${articleId}, id from unnest(${ids}::uuid[]) as wanted(id)
          on conflict do nothing returning 1)
      select 1 from removed union all select 1 from added`,
  )
  return changed.length > 0
}
