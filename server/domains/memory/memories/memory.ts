import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { real, time } from '../../../database/column-schemas.ts'
import type { Kind } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { Named, Who, whoFromActor } from '../../../operations/actor.ts'
import { type ProjectRight, hasRight } from '../../projects/access.ts'
import { ProjectName, projectNameOf } from '../sessions/session.ts'
import { type MemoryRow, memoryKinds, scopes } from './tables.ts'

/** A memory entry as the API returns it. */
export const Memory = z
  .object({
    id: z.uuid(),
    scope: z.enum(scopes).describe('Kind of owner: an agent, a project or a session.'),
    agent: Named.nullable().describe('Agent that it belongs to.'),
    project: ProjectName.nullable().describe('Project that it belongs to or was learned in.'),
    session: z.object({ id: z.uuid(), title: z.string() }).nullable().describe('Session that it belongs to.'),
    kind: z.enum(memoryKinds),
    content: z.string(),
    tags: z.array(z.string()),
    importance: z.number().describe('From 0 to 1. Ranks entries that match equally well.'),
    source: z
      .object({ kind: z.string(), id: z.uuid(), key: z.string() })
      .nullable()
      .describe('Item that it was learned from.'),
    supersededBy: z.uuid().nullable().describe('Entry that replaced it. Searches skip superseded entries.'),
    supersedes: z.array(z.uuid()).describe('Entries that it replaced.'),
    validFrom: z.iso.datetime().nullable().describe('Time from which it is true. Null: since it was stored.'),
    validUntil: z.iso.datetime().nullable().describe('Time until which it is true. Null: no known end.'),
    expiresAt: z.iso.datetime().nullable().describe('Time from which searches skip it.'),
    archivedAt: z.iso.datetime().nullable().describe('Time when it was archived with its agent.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean(), delete: z.boolean() })
      .describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'Memory' })

/** A row with the joined columns that `Memory` needs. */
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

/** Select list for `MemoryWithNames`; use it with `fromMemories`. */
export const memoryWithNames = sql`m.*, a.name as agent_name, p.slug as project_slug, p.name as project_name,
      s.title as session_title,
      array(select o.id::text from memories o where o.superseded_by = m.id and o.deleted_at is null order by o.id)
        as supersedes`
export const fromMemories = sql`memories m left join projects p on p.id = m.project_id
      left join agents a on a.id = m.agent_id left join sessions s on s.id = m.session_id`
/** Excludes entries in the trash, including those of a session in the trash. */
export const isThere = sql`m.deleted_at is null and s.deleted_at is null`

export function memoryFromRow(row: SeenMemory, caller: Caller): z.output<typeof Memory> {
  const edit = hasRight(row.right, 'edit')
  return { ...memoryItself(row), may: may(caller, { edit, delete: edit }) }
}

/** Returns the fields that are the same for every viewer. */
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
    // The column is a 4-byte float: 0.1 would be returned as 0.10000000149.
    importance: Math.round(row.importance * 1000) / 1000,
    source: row.source,
    supersededBy: row.superseded_by,
    supersedes: row.supersedes,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
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

export const memoryRef = reference('memory', 'Id of the memory entry.')

export const maxContentLength = 32_000

const tags = z.array(z.string().trim().toLowerCase().min(1).max(60)).max(30)

/** Tags as a filter, without the deduplication of stored tags. */
export const tagFilter = tags

export const memoryFields = {
  content: z
    .string()
    .trim()
    .min(1)
    .max(maxContentLength)
    .describe('Text to remember. Searches work best with one fact per entry.'),
  kind: z
    .enum(memoryKinds)
    .describe('Kind of knowledge: a fact, a preference, a procedure, an event (episode) or a summary.'),
  tags: tags
    .transform((given) => [...new Set(given)])
    .describe('Tags to find it by. Stored in lower case without duplicates.'),
  importance: real(0, 1).describe('From 0 to 1. Ranks entries that match equally well.'),
  validFrom: time().describe('Time from which it is true. Searches skip it before. Default: now.'),
  validUntil: time().describe(
    'Time until which it is true. Searches skip it afterwards, unless they ask with asOf. It is kept.',
  ),
  expiresAt: time()
    .refine((at) => Date.parse(at) > databaseNow(), 'This time is in the past.')
    .describe(
      'Time from which searches skip it, such as 2026-12-24T17:00:00Z. It is deleted 30 days later. To keep it as history, set validUntil.',
    ),
}
