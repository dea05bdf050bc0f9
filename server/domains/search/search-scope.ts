import { z } from 'zod'
import { reject } from '../../operations/errors.ts'

export const searchScopeInput = {
  limit: z.int().min(1).max(50).default(20).describe('How many results at most.'),
  cursor: z.string().max(200).optional().describe('Where to go on: nextCursor of the page before.'),
}

/**
 * One page of what was found. It begins at a place in the ranking: that has an end, and changes with what happens, so
 * there is no better key than the place itself. `look` answers those that are there, in order.
 */
export async function pageOfFound<Candidate extends { id: string }, Hit extends { id: string }>(
  found: Candidate[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  look: (some: Candidate[], limit: number) => Promise<Hit[]>,
) {
  const rest = found.slice(decodePlace(cursor))
  const hits = await look(rest, limit + 1)
  const shown = hits.slice(0, limit)
  const last = rest.findIndex(({ id }) => id === shown.at(-1)?.id)
  const nextCursor = hits.length > limit ? encodePlace(found.length - rest.length + last + 1) : null
  return { shown, nextCursor }
}

function encodePlace(place: number): string {
  return Buffer.from(`place ${place}`).toString('base64url')
}

function decodePlace(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, place] = /^place (\d{1,4})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return place === undefined ? reject('invalid_cursor') : Number(place)
}
