import { z } from 'zod'
import type { Caller } from '../../../operations/caller.ts'
import { rounded, similarityField } from '../../search/relevance.ts'
import type { MemoryHit } from './find-matching-memories.ts'
import { explainMatch } from './explain-match.ts'
import { Memory, memoryFromRow } from './memory.ts'

/** Kinds that a memory search can include. */
export const otherKinds = ['note', 'decision', 'spec', 'task'] as const

/** A hit of a memory search. Fields without a value are omitted, because agents read every one of them. */
export const FoundMemory = z
  .object({
    kind: z.enum(['memory', ...otherKinds]),
    id: z.uuid(),
    key: z.string().optional().describe('Number of a task, decision or spec.'),
    title: z.string().optional().describe('Title of a note, decision, spec or task.'),
    content: z.string().describe('Text of the memory entry, or the best matching passage.'),
    similarity: similarityField,
    tags: z.array(z.string()).optional(),
    by: z.string().optional().describe('Author of the memory entry.'),
    createdAt: z.iso.datetime().optional().describe('Time when the memory entry was stored.'),
    validFrom: z.iso.datetime().optional(),
    validUntil: z.iso.datetime().optional(),
    supersededBy: z.uuid().optional().describe('Entry that replaced it.'),
    conflictsWith: z
      .array(z.uuid())
      .optional()
      .describe('Other hits that probably contradict it. The newer entry comes first.'),
    why: z.string().optional().describe('Reason for the match. Only with explain.'),
    matched: z
      .array(z.string())
      .optional()
      .describe(
        'Words of the query that it contains in some form: inflected, translated or as a synonym. Only with explain.',
      ),
    memory: Memory.optional().describe('Whole memory entry. Only with explain.'),
  })
  .meta({ id: 'FoundMemory' })

export type FoundMemory = z.output<typeof FoundMemory>

/** Returns a hit as the API returns it. */
export function foundMemory(
  hit: MemoryHit,
  conflictsWith: string[] | undefined,
  { caller, explain }: { caller: Caller; explain: boolean },
): FoundMemory {
  const { kind, id, similarity, why, memory } = hit
  return {
    kind: kind as FoundMemory['kind'],
    id,
    ...(memory
      ? memoryFieldsOf(memory)
      : { ...(hit.hit.key && { key: hit.hit.key }), title: hit.hit.title, content: hit.hit.body }),
    similarity: rounded(similarity),
    ...(conflictsWith && { conflictsWith }),
    ...(explain && {
      why: explainMatch(why),
      matched: why.words?.matched ?? [],
      ...(memory && { memory: memoryFromRow(memory, caller) }),
    }),
  }
}

function memoryFieldsOf(row: NonNullable<MemoryHit['memory']>) {
  const { content, tags, created_at, created_by, valid_from, valid_until, superseded_by } = row
  return {
    content,
    ...(tags.length > 0 && { tags }),
    by: created_by.name,
    createdAt: created_at,
    ...(valid_from && { validFrom: valid_from }),
    ...(valid_until && { validUntil: valid_until }),
    ...(superseded_by && { supersededBy: superseded_by }),
  }
}
