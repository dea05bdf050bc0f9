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
 * The entries that mean the nearest to the question, among those of the same model. `many`: too many to look at the bits of
 * each, so their index is asked, which finds nearly all of them; where the conditions leave it too few, each is looked at all
 * the same.
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

// Bits tell only roughly what is near, so more are taken by them than are wanted, and compared.
const leastCompared = 200

function nearest(db: Queries, scope: Filter, { model, vector }: Embedded, limit: number, indexed: boolean) {
  const asked = `$${scope.values.length + 1}::halfvec`
  // The index is made for this expression and this model alone, and so both stand in the text. As a whole, the conditions
  // fit no other index, and the planner takes them for a half of everything, however many there are.
  const [bits, where] = indexed
    ? [(each: string) => indexedBits(each, vector.length), `coalesce((${scope.where}), false)`]
    : [(each: string) => each, scope.where]
  return db.run<MeaningHit>(
    `${indexed ? '' : plannedEachTime} with compared as materialized (
       select e.subject_id, e.subject_kind, e.part, e.embedding, e.importance, e.updated_at
         from search_entries e where ${where} and e.model = ${literal(model)}
        order by ${bits('e.bits')} <~> ${bits(`binary_quantize(${asked})`)} limit ${Math.max(leastCompared, 2 * limit)}),
     near as materialized (
       select subject_id, subject_kind, part, embedding <=> ${asked} as distance, importance, updated_at from compared)
     select subject_id, subject_kind, part, 1 - distance as similarity, importance, updated_at
       from near order by distance limit ${limit}`,
    [...scope.values, vectorLiteral(vector)],
  )
}

/** What the index is made of. */
export function indexedBits(bits: string, dimensions: number): string {
  return `(${bits}::bit(${dimensions}))`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
