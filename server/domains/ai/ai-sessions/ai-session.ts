import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { sql } from '../../../database/sql.ts'
import { Named } from '../../../operations/actor.ts'
import { reference } from '../../../operations/reference.ts'
import type { Kind } from '../../../operations/rows.ts'
import type { AiSessionRow } from '../tables.ts'

/** A conversation as the API returns it. */
export const AiSession = z
  .object({
    id: z.uuid(),
    title: z.string(),
    project: z
      .object({ id: z.uuid(), slug: z.string(), key: z.string(), name: z.string() })
      .nullable()
      .describe('Its project. Null: its answers use everything that the owner can see.'),
    repo: Named.nullable().describe('Repository that it is about, if the caller can see it.'),
    owner: Named,
    isOwner: z.boolean().describe('Whether the caller owns it. Only the owner can ask and change it.'),
    shared: z.boolean().describe('Whether everyone who can view the project can read it.'),
    messageCount: z.int(),
    answering: z.boolean().describe('Whether an answer is being written.'),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('Time of the last message or change.'),
  })
  .meta({ id: 'AiSession' })
export type AiSession = z.output<typeof AiSession>

/** A conversation with the joined names that the API shape needs. */
export interface SeenAiSession extends AiSessionRow {
  owner_name: string
  project_slug: string | null
  project_key: string | null
  project_name: string | null
  /** Null if the caller can't see the repository. */
  repo_name: string | null
  is_owner: boolean
}

/** Joins the conversations `s` with their owners `u` and their optional projects `p`. */
export const fromAiSessions = sql`ai_sessions s join users u on u.id = s.owner_id
      left join projects p on p.id = s.project_id`

export function aiSessionFromRow(row: SeenAiSession): AiSession {
  return {
    id: row.id,
    title: row.title,
    project:
      row.project_id === null
        ? null
        : { id: row.project_id, slug: row.project_slug!, key: row.project_key!, name: row.project_name! },
    repo: row.repo_id === null || row.repo_name === null ? null : { id: row.repo_id, name: row.repo_name },
    owner: { id: row.owner_id, name: row.owner_name },
    isOwner: row.is_owner,
    shared: row.shared,
    messageCount: row.messages,
    answering: isAnswering(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Returns whether the lease of an answer is live. A node that crashed doesn't renew it. */
export function isAnswering(row: Pick<AiSessionRow, 'answering' | 'answering_until'>): boolean {
  return row.answering !== null && Date.parse(row.answering_until!) > databaseNow()
}

export const aiSessionKind: Kind<AiSessionRow> = {
  name: 'ai_session',
  table: 'ai_sessions',
  key: 'title',
  project: 'project_id',
  person: 'private_to',
}

/** The input field that names a conversation. */
export const aiSessionRef = reference('aiSession', 'Id of the conversation.')

export const titleField = z.string().trim().min(1).max(200).describe('Title of the conversation.')

/** The title of a conversation until its first question. */
export const newTitle = 'New conversation'

const maxTitleLength = 80

/** Returns a title from a question: its first line, cut at a word. */
export function titleFrom(question: string): string {
  const line = question.trim().split('\n', 1)[0]!.trim()
  if (line.length <= maxTitleLength) return line || newTitle
  const start = line.slice(0, maxTitleLength)
  const lastSpace = start.lastIndexOf(' ')
  // A long first word is cut anyway. A cut must not split a surrogate pair.
  const cut = lastSpace > maxTitleLength / 2 ? start.slice(0, lastSpace) : start.slice(0, -1)
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}
