import type { Queries } from '../../database/queries.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { vectorLiteral } from '../../platform/embedder.ts'
import type { TextLanguage } from '../../platform/text-language.ts'
import type { Embedded } from './embed.ts'
import type { IndexedKind } from './kinds.ts'
import type { SearchTable } from './search-table.ts'

export interface MeaningHit<Kind extends string = IndexedKind> {
  subject_id: string
  subject_kind: Kind
  part: number
  similarity: number
  importance: number
  updated_at: string
  language: TextLanguage
}

/**
 * Finds the entries with the most similar meaning, among vectors of the same model. With `many` entries it uses the
 * approximate index instead of a full scan. If the conditions leave too few hits, it falls back to the scan.
 */
export async function findByMeaning<Kind extends string>(
  db: Queries,
  table: SearchTable<Kind>,
  scope: Sql,
  embedded: Embedded,
  limit: number,
  many: boolean,
): Promise<MeaningHit<Kind>[]> {
  const near = await nearest(db, table, scope, embedded, limit, many)
  return many && near.length < limit ? nearest(db, table, scope, embedded, limit, false) : near
}

// The quantized bits are only an approximation, so more candidates are compared by their full vectors.
const minCompared = 200

function nearest<Kind extends string>(
  db: Queries,
  table: SearchTable<Kind>,
  scope: Sql,
  { model, vector }: Embedded,
  limit: number,
  indexed: boolean,
) {
  const queryVector = sql`${vectorLiteral(vector)}::halfvec`
  // The index exists for this expression and model only, so both are literals. Wrapped in coalesce, the conditions
  // match no other index, and the planner assumes that half of all rows match.
  const [bits, where] = indexed
    ? [(each: Sql) => indexedBits(each, vector.length), sql`coalesce((${scope}), false)`]
    : [(each: Sql) => each, scope]
  const compared = sql.raw(Math.max(minCompared, 2 * limit))
  const statement = sql`with compared as materialized (
       select ${table.hitColumns}, e.embedding
         from ${sql.raw(table.name)} e where ${where} and e.model = ${sql.raw(literal(model))}
        order by ${bits(sql`e.bits`)} <~> ${bits(sql`binary_quantize(${queryVector})`)} limit ${compared}),
     near as materialized (
       select subject_id, subject_kind, part, embedding <=> ${queryVector} as distance, importance, updated_at, language
         from compared)
     select subject_id, subject_kind, part, 1 - distance as similarity, importance, updated_at, language
       from near order by distance limit ${sql.raw(limit)}`
  return db.run<MeaningHit<Kind>>(indexed ? statement : statement.unprepared)
}

/** The expression of the index. */
export function indexedBits(bits: Sql, dimensions: number): Sql {
  return sql`(${bits}::bit(${sql.raw(dimensions)}))`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
