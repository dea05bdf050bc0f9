import { sql } from '../../server/database/sql.ts'
import { findByMeaning } from '../../server/domains/search/by-meaning.ts'
import { searchEntries } from '../../server/domains/search/search-table.ts'
import type { Filled } from './instance.ts'
import type { Texts } from './texts.ts'

/** Returns the share of the ten nearest entries that the index finds, averaged over all queries. */
export async function recallOf(
  { server, organizationId }: Filled,
  { model, queries }: Texts,
): Promise<number> {
  const scope = sql`e.organization_id = ${organizationId} and e.subject_kind = 'memory'`
  let found = 0
  let total = 0
  for (const { vector } of queries) {
    const nearest = async (indexed: boolean) =>
      (await findByMeaning(server.app.database, searchEntries, scope, { model, vector }, 10, indexed)).map(
        ({ subject_id }) => subject_id,
      )
    const exact = await nearest(false)
    const byIndex = new Set(await nearest(true))
    found += exact.filter((id) => byIndex.has(id)).length
    total += exact.length
  }
  return found / total
}
