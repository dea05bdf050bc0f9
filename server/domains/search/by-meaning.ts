import { type Sql, sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { vectorLiteral } from '../../platform/embedder.ts'
import type { TextLanguage } from '../../platform/text-language.ts'
import type { Embedded } from './embed.ts'
import type { IndexedKind } from './kinds.ts'
import type { SearchScope, SearchTable } from './search-table.ts'
import { findInMemory } from './vectors/find-in-memory.ts'

export interface MeaningHit<Kind extends string = IndexedKind> {
  subject_id: string
  subject_kind: Kind
  part: number
  similarity: number
  importance: number
  updated_at: string
  language: TextLanguage
}

// The quantized bits are only an approximation, so more candidates are compared by their full vectors.
const minCompared = 200

/**
 * Finds the entries with the most similar meaning, among vectors of the same model. With `many` entries it compares their
 * bits in the memory of this node. If these are not loaded or the conditions leave too few hits, it compares them in the
 * database.
 */
export async function findByMeaning<Kind extends string>(
  ctx: Pick<Context, 'app' | 'db'>,
  table: SearchTable<Kind>,
  scope: SearchScope,
  embedded: Embedded,
  limit: number,
  many: boolean,
): Promise<MeaningHit<Kind>[]> {
  const compared = Math.max(minCompared, 2 * limit)
  const near = many ? await findInMemory(ctx, table, scope, embedded, { compared, limit }) : []
  if (near.length === limit) return near
  return ctx.db.run<MeaningHit<Kind>>(scanStatement(table, scope.where, embedded, { compared, limit }))
}

/** Compares all entries in the database. It is planned for its values, because a narrow scope has its own index. */
function scanStatement(
  table: SearchTable,
  where: Sql,
  { model, vector }: Embedded,
  { compared, limit }: { compared: number; limit: number },
): Sql {
  const queryVector = sql`${vectorLiteral(vector)}::halfvec`
  return sql`with compared as materialized (
       select ${table.hitColumns}, e.embedding
         from ${sql.raw(table.name)} e where ${where} and e.model = ${model}
        order by e.bits <~> binary_quantize(${queryVector}) limit ${sql.raw(compared)}),
     near as materialized (
       select subject_id, subject_kind, part, embedding <=> ${queryVector} as distance, importance, updated_at, language
         from compared)
     select subject_id, subject_kind, part, 1 - distance as similarity, importance, updated_at, language
       from near order by distance limit ${sql.raw(limit)}`.unprepared
}
