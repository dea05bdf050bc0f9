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

function nearest(db: Queries, scope: Filter, { model, vector }: Embedded, limit: number, indexed: boolean) {
  // The index is made for this expression and this model alone, and so both stand in the text. Without the cast it is
  // not used.
  const type = `halfvec(${vector.length})`
  const distance = indexed
    ? `(e.embedding::${type}) <=> $${scope.values.length + 1}::${type}`
    : `e.embedding <=> $${scope.values.length + 1}::halfvec`
  return db.run<MeaningHit>(
    `${indexed ? '' : plannedEachTime} select e.subject_id, e.subject_kind, e.part, 1 - (${distance}) as similarity, e.importance, e.updated_at
       from search_entries e where ${scope.where} and e.model = ${literal(model)}
      order by ${distance} limit ${limit}`,
    [...scope.values, vectorLiteral(vector)],
  )
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
