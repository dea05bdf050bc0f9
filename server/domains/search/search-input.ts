import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { z } from 'zod'
import { reject } from '../../errors/errors.ts'

/** Allows searches for every role, because visible-entries.ts returns only visible entries. */
export const searchAccess: AccessRule<unknown, InOrganization> = {
  name: 'findsWhatIsSeen',
  sentence: 'Everyone in the organization, for the items that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

export const questionField = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('Words or a question. Supports "exact phrases" and -excluded words. At most 500 characters.')

export interface Question {
  text: string
  phrases: string[]
  without: string[]
}

/** Extracts phrases and exclusions from the typed query. */
export function readQuestion(typed: string): Question {
  const phrases: string[] = []
  const without: string[] = []
  const text = typed
    .replace(/(?<=^|\s)-"([^"]+)"/g, (_, phrase: string) => (without.push(phrase), ' '))
    .replace(/"([^"]+)"/g, (_, phrase: string) => (phrases.push(phrase), ` ${phrase} `))
    .replace(/(?<=^|\s)-(?=[\p{L}\p{N}])(\S+)/gu, (_, word: string) => (without.push(word), ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return { text, phrases, without }
}

export const searchScopeInput = {
  limit: z.int().min(1).max(50).default(20).describe('Maximum number of results.'),
  cursor: z.string().max(200).optional().describe('nextCursor of the previous page.'),
}

/**
 * Returns one page of the ranking. The cursor is a position, because the ranking is short and changes with every write.
 * `load` returns the candidates that still exist, in order.
 */
export async function pageOfFound<Candidate extends { id: string }, Hit extends { id: string }>(
  found: Candidate[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  load: (batch: Candidate[], limit: number) => Promise<Hit[]>,
) {
  const rest = found.slice(decodePosition(cursor))
  const hits = await load(rest, limit + 1)
  const shown = hits.slice(0, limit)
  const last = rest.findIndex(({ id }) => id === shown.at(-1)?.id)
  const nextCursor = hits.length > limit ? encodePosition(found.length - rest.length + last + 1) : null
  return { shown, nextCursor }
}

function encodePosition(position: number): string {
  return Buffer.from(`place ${position}`).toString('base64url')
}

function decodePosition(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, position] = /^place (\d{1,4})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return position === undefined ? reject('invalid_cursor') : Number(position)
}
