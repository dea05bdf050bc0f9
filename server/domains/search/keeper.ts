import { createHash } from 'node:crypto'
import type { Database, Queries } from '../../database/connect.ts'
import type { App } from '../../operations/context.ts'
import { type Embedder, vectorLiteral } from '../../platform/embedder.ts'
import { indexedBits, literal } from './by-meaning.ts'
import { textToEmbed } from './entries.ts'

// Whoever searches meanwhile waits until the model has read these.
const textsAtOnce = 8
// Whoever began with it and then fell silent has ended.
const leaseSeconds = 120

/**
 * Gives vectors to the entries that have none of the model that is used now, a few at a time. Nothing is held while the
 * model works, which may take seconds: what was changed meanwhile comes again. One node at a time does it. Answers how
 * many it has done.
 */
export async function embedSome(
  { database, embedder }: Pick<App, 'database' | 'embedder'>,
  node: string,
): Promise<number> {
  if (embedder.unavailable) return 0
  const { model } = embedder
  const entries = await withoutVector(database, model)
  if (entries.length === 0 || !(await takeLease(database, node))) return 0
  const vectors = await embedder.embed(entries.map(textToEmbed)).catch((error: unknown) => {
    // The embedder has logged that it can't work here. A retry can't help.
    if (!embedder.unavailable) throw error
  })
  if (!vectors) return 0
  await ensureIndex(database, embedder, vectors[0]!.length)
  await database.run(
    `update search_entries e set model = $1, embedding = given.embedding::halfvec
       from unnest($2::uuid[], $3::smallint[], $4::text[], $5::text[]) as given(subject_id, part, embedding, hash)
      where e.subject_id = given.subject_id and e.part = given.part and ${hashed} = given.hash`,
    [
      model,
      entries.map(({ subject_id }) => subject_id),
      entries.map(({ part }) => part),
      vectors.map(vectorLiteral),
      entries.map(({ hash }) => hash),
    ],
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

const hashed = `md5(e.title || E'\\n' || e.body)`

/**
 * What is new comes first, and of that what people wrote. Each of the three is a place in an index, so it costs the same
 * however many there are.
 */
function withoutVector(db: Queries, model: string): Promise<EntryWithoutVector[]> {
  const some = (where: string) =>
    `(select e.subject_id, e.part, e.title, e.body, ${hashed} as hash from search_entries e
       where ${where} limit ${textsAtOnce})`
  return db.run<EntryWithoutVector>(
    `${some('e.model is null order by (e.organization_id is null)')} union all ${some('e.model < $1')} union all ${some('e.model > $1')}
      limit ${textsAtOnce}`,
    [model],
  )
}

async function takeLease(db: Queries, node: string): Promise<boolean> {
  const taken = await db.run(
    `update search_keeper set keeper = $1, kept_until = now() + make_interval(secs => ${leaseSeconds})
      where keeper = $1 or keeper is null or kept_until < now() returning 1`,
    [node],
  )
  return taken.length > 0
}

/** Given back by a node that stops, so that another one can go on at once. */
export async function endLease(db: Queries, node: string): Promise<void> {
  await db.run('update search_keeper set keeper = null where keeper = $1', [node])
}

const indexed = new WeakMap<Embedder, Promise<void>>()

/** A model has an index of its own, which is made before the first of its vectors. */
function ensureIndex(database: Database, embedder: Embedder, dimensions: number): Promise<void> {
  const before = indexed.get(embedder)
  if (before) return before
  const making = makeIndex(database, embedder.model, dimensions)
  indexed.set(embedder, making)
  making.catch(() => indexed.delete(embedder))
  return making
}

async function makeIndex(database: Database, model: string, dimensions: number): Promise<void> {
  const name = `search_entries_${createHash('sha256').update(`${model} ${dimensions}`).digest('hex').slice(0, 12)}`
  const [known] = await database.run<{ valid: boolean }>(
    `select bool_or(i.indisvalid) as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'search_entries'::regclass and (c.relname = $1
         or pg_get_indexdef(c.oid) like '%bit(' || $2::integer || ')%' and
            pg_get_expr(i.indpred, i.indrelid) = $3)`,
    [name, dimensions, `(model = ${literal(model)}::text)`],
  )
  if (known?.valid) return
  const client = await database.connect()
  const concurrently = database.engine === 'pgsql' ? 'concurrently' : ''
  try {
    // A large table takes its time. What is left of a try that was cut off is of no use.
    if (concurrently) await client.query('set statement_timeout = 0')
    await client.query(`drop index ${concurrently} if exists ${name}`)
    await client.query(
      `create index ${concurrently} ${name} on search_entries
         using hnsw (${indexedBits('bits', dimensions)} bit_hamming_ops) where model = ${literal(model)}`,
    )
  } finally {
    client.release(database.engine === 'pgsql')
  }
}
