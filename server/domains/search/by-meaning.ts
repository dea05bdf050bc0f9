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
 * The entries that mean the nearest to the question, among those of the same model. `many`: too many to look at each, so
 * the index is asked, which finds nearly all of them; where the conditions leave it too few, each is looked at all the same.
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

// The index knows vectors only roughly, so more are taken from it than are wanted, and compared.
const leastCompared = 200

function nearest(db: Queries, scope: Filter, { model, vector }: Embedded, limit: number, indexed: boolean) {
  const asked = `$${scope.values.length + 1}::halfvec`
  // The index is made for this expression and this model alone, and so both stand in the text.
  const roughly = indexed
    ? `order by ${quantized('e.embedding', vector.length)} <~> ${quantized(asked, vector.length)}
       limit ${Math.max(leastCompared, 2 * limit)}`
    : ''
  return db.run<MeaningHit>(
    `${indexed ? '' : plannedEachTime} with compared as materialized (
       select e.subject_id, e.subject_kind, e.part, e.embedding <=> ${asked} as distance, e.importance, e.updated_at
         from search_entries e where ${scope.where} and e.model = ${literal(model)} ${roughly})
     select subject_id, subject_kind, part, 1 - distance as similarity, importance, updated_at
       from compared order by distance limit ${limit}`,
    [...scope.values, vectorLiteral(vector)],
  )
}

/** One bit of each number of a vector: what the index is made of. */
export function quantized(vector: string, dimensions: number): string {
  return `(binary_quantize(${vector})::bit(${dimensions}))`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
