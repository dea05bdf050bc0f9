import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { real, time } from '../../database/column-schemas.ts'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Named, Who, whoFromActor } from '../activity/actor.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { ProjectName, projectNameOf } from '../sessions/session.ts'
import { type MemoryRow, memoryKinds, scopes } from './tables.ts'

/** The shape the world sees. */
export const Memory = z
  .object({
    id: z.uuid(),
    scope: z.enum(scopes).describe('Whether it belongs to an agent, a project or a session.'),
    agent: Named.nullable().describe('The agent that it belongs to.'),
    project: ProjectName.nullable().describe('The project that it belongs to, or was learned in.'),
    session: z
      .object({ id: z.uuid(), title: z.string() })
      .nullable()
      .describe('The session that it belongs to.'),
    kind: z.enum(memoryKinds),
    content: z.string(),
    tags: z.array(z.string()),
    importance: z.number().describe('From 0 to 1. It decides between entries that fit equally well.'),
    source: z
      .object({ kind: z.string(), id: z.uuid(), key: z.string() })
      .nullable()
      .describe('What it was learned from.'),
    supersededBy: z.uuid().nullable().describe('The entry that took its place. It is no longer found.'),
    supersedes: z.array(z.uuid()).describe('The entries that it took the place of.'),
    expiresAt: z.iso.datetime().nullable().describe('From then on it is no longer found.'),
    archivedAt: z.iso.datetime().nullable().describe('When it was put away with its agent.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z.object({ edit: z.boolean(), delete: z.boolean() }).describe('What the caller may do with it.'),
  })
  .meta({ id: 'Memory' })

/** An entry with what its shape needs from other tables. */
export interface MemoryWithNames extends MemoryRow {
  agent_name: string | null
  project_slug: string | null
  project_name: string | null
  session_title: string | null
  supersedes: string[]
}

export interface SeenMemory extends MemoryWithNames {
  right: ProjectRight
}

/** Reads entries `m` with those names; `p` is the project, `s` the session. */
export const memoryWithNames = `m.*, a.name as agent_name, p.slug as project_slug, p.name as project_name,
      s.title as session_title,
      array(select o.id::text from memories o where o.superseded_by = m.id and o.deleted_at is null order by o.id)
        as supersedes`
export const fromMemories = `memories m left join projects p on p.id = m.project_id
      left join agents a on a.id = m.agent_id left join sessions s on s.id = m.session_id`
/** What belongs to a session is in the trash with it. */
export const isThere = 'm.deleted_at is null and s.deleted_at is null'

export function memoryFromRow(row: SeenMemory, caller: Caller): z.output<typeof Memory> {
  const edit = hasRight(row.right, 'edit')
  return { ...memoryItself(row), may: may(caller, { edit, delete: edit }) }
}

/** The same whoever looks at it. */
export function memoryItself(row: MemoryWithNames): Omit<z.output<typeof Memory>, 'may'> {
  return {
    id: row.id,
    scope: row.scope,
    agent: row.agent_id === null ? null : { id: row.agent_id, name: row.agent_name! },
    project: projectNameOf(row),
    session: row.session_id === null ? null : { id: row.session_id, title: row.session_title! },
    kind: row.kind,
    content: row.content,
    tags: row.tags,
    // The database keeps it as a short number: 0.1 would come back as 0.10000000149.
    importance: Math.round(row.importance * 1000) / 1000,
    source: row.source,
    supersededBy: row.superseded_by,
    supersedes: row.supersedes,
    expiresAt: row.expires_at,
    archivedAt: row.archived_at,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export const memoryKind: Kind<MemoryRow> = {
  name: 'memory',
  table: 'memories',
  key: 'id',
  project: 'project_id',
  person: 'owner_id',
}

/** How an entry is named in any input. */
export const memoryRef = reference('memory', 'The entry: its id.')

export const maxContentLength = 32_000

const tags = z.array(z.string().trim().toLowerCase().min(1).max(60)).max(30)

/** How entries are asked for by their tags. */
export const tagsAsked = tags

export const memoryFields = {
  content: z
    .string()
    .trim()
    .min(1)
    .max(maxContentLength)
    .describe('What is to be remembered. One thing in each entry is found best.'),
  kind: z
    .enum(memoryKinds)
    .describe('What it is: a fact, a preference, how something is done, what happened, or a summary.'),
  tags: tags
    .transform((given) => [...new Set(given)])
    .describe('Words to find it by. Kept in small letters, each once.'),
  importance: real(0, 1).describe('From 0 to 1: decides between entries that fit equally well.'),
  expiresAt: time()
    .refine((at) => Date.parse(at) > databaseNow(), 'This moment has passed.')
    .describe('When it stops being true: 2026-12-24T17:00:00Z. From then on it is no longer found.'),
}
