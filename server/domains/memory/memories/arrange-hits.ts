import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { analyze, contradicts } from './contradiction.ts'
import type { MemoryHit } from './find-matching-memories.ts'
import type { SeenMemory } from './memory.ts'

/** From this similarity on, two entries say nearly the same. */
const minNearEqual = 0.8
/** A newer entry comes first only if it fits the query almost as well. */
const maxDifference = 0.15
/** Numbered entries, such as the notes of each release, look like contradictions of all others. */
const maxConflicts = 3

export interface Arranged {
  hits: MemoryHit[]
  /** Ids of the hits that probably contradict each hit. */
  conflicts: Map<string, string[]>
}

/** Marks contradicting memory entries, and puts the newer one first among near-equals. */
export async function arrangeHits(db: Queries, hits: MemoryHit[]): Promise<Arranged> {
  const memories = hits.flatMap(({ memory }) => memory ?? [])
  const conflicts = new Map<string, string[]>()
  const nearEqual = new Map<string, Set<string>>()
  const pairs = await comparablePairs(db, memories)
  const statements = new Map(memories.map(({ id, content }) => [id, analyze(content)]))
  for (const { one, other, similarity } of pairs) {
    const isConflict = contradicts(statements.get(one.id)!, statements.get(other.id)!, similarity)
    for (const [from, to] of [
      [one.id, other.id],
      [other.id, one.id],
    ] as const) {
      if (isConflict) conflicts.set(from, [...(conflicts.get(from) ?? []), to].slice(0, maxConflicts))
      if (isConflict || similarity >= minNearEqual)
        nearEqual.set(from, (nearEqual.get(from) ?? new Set()).add(to))
    }
  }
  return { hits: newerFirst(hits, nearEqual), conflicts }
}

interface Pair {
  one: SeenMemory
  other: SeenMemory
  similarity: number
}

/** Returns the pairs of current entries of the same project that have vectors, with their similarity in meaning. */
async function comparablePairs(db: Queries, memories: SeenMemory[]): Promise<Pair[]> {
  const byId = new Map(
    memories.filter(({ superseded_by }) => superseded_by === null).map((memory) => [memory.id, memory]),
  )
  if (byId.size < 2) return []
  const rows = await db.run<{ one: string; other: string; similarity: number }>(
    sql`select a.subject_id as one, b.subject_id as other, 1 - (a.embedding <=> b.embedding) as similarity
       from search_entries a join search_entries b on a.subject_id < b.subject_id and a.model = b.model
      where a.subject_id = any(${[...byId.keys()]}::uuid[]) and b.subject_id = any(${[...byId.keys()]}::uuid[])
        and a.part = 0 and b.part = 0 and a.project_id is not distinct from b.project_id
      order by similarity desc`,
  )
  return rows.map(({ one, other, similarity }) => ({
    one: byId.get(one)!,
    other: byId.get(other)!,
    similarity,
  }))
}

function newerFirst(hits: MemoryHit[], nearEqual: Map<string, Set<string>>): MemoryHit[] {
  const arranged: MemoryHit[] = []
  for (const hit of hits) {
    const older = arranged.findIndex(
      (earlier) =>
        nearEqual.get(hit.id)?.has(earlier.id) &&
        startOf(earlier.memory!) < startOf(hit.memory!) &&
        earlier.similarity - hit.similarity <= maxDifference,
    )
    arranged.splice(older === -1 ? arranged.length : older, 0, hit)
  }
  return arranged
}

function startOf({ valid_from, created_at }: SeenMemory): number {
  return Date.parse(valid_from ?? created_at)
}
