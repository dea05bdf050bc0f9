import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { anyUuid } from '../../../platform/ids.ts'
import type { Embedded } from '../../search/embed.ts'
import { rounded } from '../../search/relevance.ts'
import { analyze, contradicts } from './contradiction.ts'
import { type MemorySearchContext, findMatchingMemories } from './find-matching-memories.ts'
import { isCurrent } from './validity.ts'
import type { MemoryRow, ScopeColumns } from './tables.ts'

export const Similar = z.object({
  id: z.uuid(),
  content: z.string(),
  by: z.string().describe('Author of the entry.'),
  createdAt: z.iso.datetime(),
  similarity: z.number().describe('Similarity in meaning. 1 means identical.'),
  conflict: z.boolean().describe('True if both probably contradict each other. Supersede the outdated one.'),
})

export type Similar = z.output<typeof Similar>

/** Below this similarity, two entries are not worth comparing. */
const minSimilarity = 0.4
const maxResults = 5

type Place = Pick<ScopeColumns, 'scope' | 'agent_id' | 'project_id' | 'session_id'>

interface SimilarQuery {
  content: string
  embedded: Embedded | undefined
  excludedIds: readonly string[]
  limit?: number
}

/** Returns the current entries of a scope that mean nearly the same, most similar first. */
export async function similarTo(
  ctx: MemorySearchContext,
  place: Place,
  { content, embedded, excludedIds, limit = maxResults }: SimilarQuery,
): Promise<Similar[]> {
  if (!embedded) return []
  const found = await findMatchingMemories(
    ctx,
    {
      text: content,
      embedded,
      mode: 'meaning',
      kinds: ['memory'],
      limit,
      minSimilarity,
      project: place.project_id ?? undefined,
      agent: place.agent_id ?? undefined,
      session: place.session_id ?? undefined,
      where: sql`${inSameScope(place)} and e.subject_id <> all(${excludedIds}::uuid[])`,
    },
    isCurrent,
  )
  return found.flatMap(({ memory, similarity }) => (memory ? [similarOf(content, memory, similarity)] : []))
}

/** An entry to store, with the similar entries that existed before. */
export interface PreparedEntry<Entry> {
  entry: Entry
  embedded: Embedded | undefined
  before: Similar[]
}

/** The fields that decide whether an entry can be similar to another one. */
interface ComparedEntry {
  content: string
  supersedes: readonly string[]
}

/**
 * Finds the similar entries before the transaction of a write, which then locks nothing while the index is searched.
 * Leaves out the entries that this one or an earlier one of the same call supersedes.
 */
export async function findSimilarBefore(
  ctx: MemorySearchContext,
  place: Place,
  entry: ComparedEntry,
  embedded: Embedded | undefined,
  earlier: readonly { entry: ComparedEntry }[],
): Promise<Similar[]> {
  const superseded = [...earlier.map((each) => each.entry), entry].flatMap(({ supersedes }) => supersedes)
  return similarTo(ctx, place, {
    content: entry.content,
    embedded,
    // `supersede` rejects other ids later.
    excludedIds: superseded.filter((id) => anyUuid.test(id)),
    // One more, because the entry itself is among them if it was stored before.
    limit: maxResults + 1,
  })
}

/** Adds the entries that the same call stored before this one, and leaves out the entry itself: `id`. */
export function withinCall(
  { entry, embedded, before }: PreparedEntry<ComparedEntry>,
  id: string,
  earlier: readonly { prepared: PreparedEntry<ComparedEntry>; row: MemoryRow; existing: boolean }[],
): Similar[] {
  const stored = earlier.flatMap(({ prepared, row, existing }) => {
    // The search before the transaction decided about entries that existed.
    const isOver = row.valid_until !== null && Date.parse(row.valid_until) <= databaseNow()
    if (existing || isOver || !embedded || !prepared.embedded) return []
    const similarity = cosineOf(embedded.vector, prepared.embedded.vector)
    return similarity >= minSimilarity ? [{ row, similarity }] : []
  })
  const found = new Map(before.map((similar) => [similar.id, similar]))
  for (const { row, similarity } of mostSimilar(stored))
    found.set(row.id, similarOf(entry.content, row, similarity))
  found.delete(id)
  return mostSimilar([...found.values()])
}

function mostSimilar<Each extends { similarity: number }>(found: Each[]): Each[] {
  return found.toSorted((one, other) => other.similarity - one.similarity).slice(0, maxResults)
}

function similarOf(
  content: string,
  {
    id,
    content: other,
    created_by,
    created_at: createdAt,
  }: Pick<MemoryRow, 'id' | 'content' | 'created_by' | 'created_at'>,
  similarity: number,
): Similar {
  const conflict = contradicts(analyze(content), analyze(other), similarity)
  return { id, content: other, by: created_by.name, createdAt, similarity: rounded(similarity), conflict }
}

/** Vectors have the length 1, so the product is the cosine. */
function cosineOf(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, number, index) => sum + number * other[index]!, 0)
}

function inSameScope({
  agent_id,
  project_id,
  session_id,
}: Pick<ScopeColumns, 'agent_id' | 'project_id' | 'session_id'>): Sql {
  return sql`e.agent_id is not distinct from ${agent_id}::uuid and e.project_id is not distinct from ${project_id}::uuid
    and e.session_id is not distinct from ${session_id}::uuid`
}
