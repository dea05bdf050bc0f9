import { plannedEachTime, type Queries } from '../../database/queries.ts'
import type { Filter } from '../../operations/access.ts'
import { vectorLiteral } from '../../platform/embedder.ts'
import type { Embedded } from './embed.ts'
import type { SearchKind } from './kinds.ts'

export interface MeaningHit {
  subject_id: string
  subject_kind: SearchKind
  part: number
  similarity: number
  importance: number
  updated_at: string
}

/**
 * Finds the entries with the most similar meaning, among vectors of the same model. With `many` entries it uses the
 * approximate index instead of a full scan. If the conditions leave too few hits, it falls back to the scan.
 */
export async function findByMeaning(
  db: Queries,
  scope: Filter,
  embedded: Embedded,
  limit: number,
  many: boolean,
): Promise<MeaningHit[]> {
  const near = await nearest(db, scope, embedded, limit, many)
  return many && near.length < limit ? nearest(db, scope, embedded, limit, false) : near
}

// The quantized bits are only an approximation, so more candidates are compared by their full vectors.
const minCompared = 200

function nearest(db: Queries, scope: Filter, { model, vector }: Embedded, limit: number, indexed: boolean) {
  const queryVector = `$${scope.values.length + 1}::halfvec`
  // The index exists for this expression and model only, so both are literals. Wrapped in coalesce, the conditions
  // match no other index, and the planner assumes that half of all rows match.
  const [bits, where] = indexed
    ? [(each: string) => indexedBits(each, vector.length), `coalesce((${scope.where}), false)`]
    : [(each: string) => each, scope.where]
  return db.run<MeaningHit>(
    `${indexed ? '' : plannedEachTime} with compared as materialized (
       select e.subject_id, e.subject_kind, e.part, e.embedding, e.importance, e.updated_at
         from search_entries e where ${where} and e.model = ${literal(model)}
        order by ${bits('e.bits')} <~> ${bits(`binary_quantize(${queryVector})`)} limit ${Math.max(minCompared, 2 * limit)}),
     near as materialized (
       select subject_id, subject_kind, part, embedding <=> ${queryVector} as distance, importance, updated_at from compared)
     select subject_id, subject_kind, part, 1 - distance as similarity, importance, updated_at
       from near order by distance limit ${limit}`,
    [...scope.values, vectorLiteral(vector)],
  )
}

/** The expression of the index. */
export function indexedBits(bits: string, dimensions: number): string {
  return `(${bits}::bit(${dimensions}))`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
