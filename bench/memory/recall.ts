import { sql } from '../../server/database/sql.ts'
import { findByMeaning } from '../../server/domains/search/by-meaning.ts'
import { searchEntries } from '../../server/domains/search/search-table.ts'
import { vectorCacheOf } from '../../server/domains/search/vectors/vector-cache.ts'
import { vectorLiteral } from '../../server/platform/embedder.ts'
import type { Filled } from './instance.ts'
import type { Texts } from './texts.ts'

/** Returns the share of the ten nearest entries by their full vectors that a search finds, averaged over all queries. */
export async function recallOf(
  { server: { app }, organizationId }: Filled,
  { model, queries }: Texts,
): Promise<number> {
  const where = sql`e.organization_id = ${organizationId} and e.subject_kind = 'memory'`
  const scope = { where, groups: [organizationId] }
  const search = async (vector: Float32Array) =>
    (await findByMeaning({ app, db: app.database }, searchEntries, scope, { model, vector }, 10, true)).map(
      ({ subject_id }) => subject_id,
    )
  await search(queries[0]!.vector)
  await vectorCacheOf(app).settled()
  let found = 0
  let total = 0
  for (const { vector } of queries) {
    const exact = await app.database.run<{ id: string }>(
      sql`select e.subject_id as id from search_entries e where ${where} and e.model = ${model}
        order by e.embedding <=> ${vectorLiteral(vector)}::halfvec limit 10`,
    )
    const near = new Set(await search(vector))
    found += exact.filter(({ id }) => near.has(id)).length
    total += exact.length
  }
  return found / total
}
