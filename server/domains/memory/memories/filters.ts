import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { time } from '../../../database/column-schemas.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { findSession } from '../sessions/find-session.ts'
import { findAgent } from '../../agents/access.ts'
import { agentRef } from '../../agents/agent.ts'
import { sessionRef } from '../sessions/session.ts'
import { memoryFields, tagFilter } from './memory.ts'
import { scopes } from './tables.ts'
import { isValidNow, validAt } from './validity.ts'

/** Filters shared by listing and searching memory. */
export const memoryFilters = {
  scope: z.enum(scopes).optional().describe('Only memory that belongs to an agent, a project or a session.'),
  agent: agentRef.optional().describe('Only memory of this agent: its name, id or "me".'),
  project: projectRef
    .optional()
    .describe('Only memory of this project or learned in it: its slug, key or id.'),
  session: sessionRef.optional().describe('Only memory of this session: its id, or "latest".'),
  tag: tagFilter.optional().describe('Only entries with all of these tags.'),
  kind: z.array(memoryFields.kind).max(5).optional().describe('Only entries of one of these kinds.'),
  since: z.iso.datetime().optional().describe('Only entries stored at this moment or later.'),
  until: z.iso.datetime().optional().describe('Only entries stored before this moment.'),
  asOf: time()
    .optional()
    .describe('Moment to look at: only entries that were true then, even if superseded later. Default: now.'),
  includeSuperseded: z.boolean().default(false).describe('Also superseded entries.'),
  archived: z.boolean().default(false).describe('Also entries archived with their agent.'),
}
type Filters = z.output<z.ZodObject<typeof memoryFilters>>

/** Resolves the named agent, project and session to ids. Rejects names that the caller cannot see. */
export async function resolveFilterIds(db: Queries, granted: InOrganization, filters: Filters) {
  const { agent, project, session } = filters
  return {
    agent: agent && (await resolveAgentId(db, granted, agent)),
    project: project && (await findProject(db, granted, project, false)).id,
    session: session && (await findSession(db, granted, session, false)).id,
  }
}

/** Also accepts the id of a deleted agent, because its archived memory stays searchable. */
async function resolveAgentId(db: Queries, granted: InOrganization, ref: string): Promise<string> {
  const [deleted] = await db.run<{ id: string }>(
    sql`select id from agents where organization_id = ${granted.organization.id} and deleted_at is not null and id::text = ${ref}`,
  )
  return deleted?.id ?? (await findAgent(db, granted, ref, false)).id
}

/** Builds conditions on `m` for all filters except names, tags and dates. */
export function conditionsOf(filters: Filters, { expired = false } = {}): Sql[] {
  const conditions: Sql[] = []
  if (filters.scope) conditions.push(sql`m.scope = ${filters.scope}::text`)
  if (filters.kind) conditions.push(sql`m.kind = any(${filters.kind}::text[])`)
  if (!filters.archived) conditions.push(sql`m.archived_at is null`)
  if (filters.asOf) return [...conditions, validAt(filters.asOf)]
  if (!filters.includeSuperseded) conditions.push(sql`m.superseded_by is null`)
  if (!expired) conditions.push(isValidNow)
  return conditions
}
