import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import { vectorLiteral } from '../../platform/embedder.ts'
import { type SearchTable, searchEntries } from './search-table.ts'

// Small, because a concurrent search waits until the model has processed the batch.
const batchSize = 8
// After this time without renewal, the node counts as stopped.
const leaseSeconds = 120

/**
 * Embeds a batch of entries without a vector of the current model, and returns their number. Holds no lock while the
 * model works, which can take seconds. The hash skips entries that changed in between. A lease limits it to one node.
 */
export async function embedBatch(
  { database, embedder }: Pick<App, 'database' | 'embedder'>,
  node: string,
  table: SearchTable = searchEntries,
): Promise<number> {
  if (embedder.unavailable) return 0
  const { model } = embedder
  const entries = await withoutVector(database, table, model)
  if (entries.length === 0 || !(await acquireLease(database, node))) return 0
  const vectors = await embedder
    .embed(entries.map((entry) => table.textToEmbed(entry)))
    .catch((error: unknown) => {
      // The embedder has logged that it can't work here. A retry can't help.
      if (!embedder.unavailable) throw error
    })
  if (!vectors) return 0
  await database.run(
    sql`update ${sql.raw(table.name)} e set model = ${model}, embedding = given.embedding::halfvec
       from unnest(${entries.map(({ subject_id }) => subject_id)}::uuid[], ${entries.map(({ part }) => part)}::smallint[], ${vectors.map(vectorLiteral)}::text[], ${entries.map(({ hash }) => hash)}::text[]) as given(subject_id, part, embedding, hash)
      where e.subject_id = given.subject_id and e.part = given.part and ${textHash} = given.hash`,
  )
  return entries.length
}

interface EntryWithoutVector {
  subject_id: string
  part: number
  title: string
  body: string
  hash: string
}

const textHash = sql`md5(e.title || E'\\n' || e.body)`

/**
 * Returns new entries first, in the order of the table. Each of the three queries is an index lookup, so the cost does
 * not grow with the table.
 */
function withoutVector(db: Queries, table: SearchTable, model: string): Promise<EntryWithoutVector[]> {
  const selectBatch = (where: Sql) =>
    sql`(select e.subject_id, e.part, e.title, e.body, ${textHash} as hash from ${sql.raw(table.name)} e
       where ${where} limit ${sql.raw(batchSize)})`
  return db.run<EntryWithoutVector>(
    sql`${selectBatch(sql`e.model is null order by ${table.embedOrder}`)}
      union all ${selectBatch(sql`e.model < ${model}`)} union all ${selectBatch(sql`e.model > ${model}`)}
      limit ${sql.raw(batchSize)}`,
  )
}

async function acquireLease(db: Queries, node: string): Promise<boolean> {
  const acquired = await db.run(
    sql`update search_keeper set keeper = ${node}, kept_until = now() + make_interval(secs => ${sql.raw(leaseSeconds)})
      where keeper = ${node} or keeper is null or kept_until < now() returning 1`,
  )
  return acquired.length > 0
}

/** Releases the lease of a stopping node, so that another node can continue immediately. */
export async function endLease(db: Queries, node: string): Promise<void> {
  await db.run(sql`update search_keeper set keeper = null where keeper = ${node}`)
}
