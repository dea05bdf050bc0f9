import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { findSession } from '../sessions/access.ts'
import { findAgent } from '../agents/access.ts'
import { agentRef } from '../agents/agent.ts'
import { sessionRef } from '../sessions/session.ts'
import { memoryFields, tagsAsked } from './memory.ts'
import { scopes } from './tables.ts'

/** What narrows a list of memory, and a search in it. */
export const memoryFilters = {
  scope: z.enum(scopes).optional().describe('Only memory that belongs to an agent, a project or a session.'),
  agent: agentRef.optional().describe('Only memory of this agent: its name, its id or "me".'),
  project: projectRef
    .optional()
    .describe('Only memory of this project, or learned in it: its slug, key or id.'),
  session: sessionRef.optional().describe('Only memory of this session: its id, or "latest".'),
  tag: tagsAsked.optional().describe('Only entries with all of these tags.'),
  kind: z.array(memoryFields.kind).max(5).optional().describe('Only entries of one of these kinds.'),
  since: z.iso.datetime().optional().describe('Only entries stored at this moment or later.'),
  until: z.iso.datetime().optional().describe('Only entries stored before this moment.'),
  includeSuperseded: z.boolean().default(false).describe('Also entries whose place another one took.'),
  archived: z.boolean().default(false).describe('Also entries that were put away with their agent.'),
}
type Filters = z.output<z.ZodObject<typeof memoryFilters>>

/** The ids of what the filters name, as far as the caller sees it. */
export async function resolveFilterIds(db: Queries, asking: InOrganization, filters: Filters) {
  const { agent, project, session } = filters
  return {
    agent: agent && (await agentCalled(db, asking, agent)),
    project: project && (await findProject(db, asking, project, false)).id,
    session: session && (await findSession(db, asking, session, false)).id,
  }
}

/** An agent that is gone left its memory behind: by its id that is still found. */
async function agentCalled(db: Queries, asking: InOrganization, ref: string): Promise<string> {
  const [left] = await db.run<{ id: string }>(
    `select id from agents where organization_id = $1 and deleted_at is not null and id::text = $2`,
    [asking.organization.id, ref],
  )
  return left?.id ?? (await findAgent(db, asking, ref, false)).id
}

/** What the filters leave of the entries `m`, but for what they name. Adds their parameters to `values`. */
export function conditionsOf(filters: Filters, values: unknown[], { expired = false } = {}): string[] {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const conditions: string[] = []
  if (filters.scope) conditions.push(`m.scope = ${parameter(filters.scope, 'text')}`)
  if (filters.kind) conditions.push(`m.kind = any(${parameter(filters.kind, 'text[]')})`)
  if (!filters.includeSuperseded) conditions.push('m.superseded_by is null')
  if (!filters.archived) conditions.push('m.archived_at is null')
  if (!expired) conditions.push('(m.expires_at is null or m.expires_at > now())')
  return conditions
}
