import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import {
  type AccessRule,
  type InOrganization,
  hasRole,
  organization,
  requireWholeOrganization,
} from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { AgentRow } from './tables.ts'

/*
 * Access to agents:
 *   view    every member of the organization, so that members can assign work to agents
 *   edit    its owner, and owners and admins of the organization: change, publish, pause, stop, delete
 * Guests and project-bound credentials see no agents. A token that is bound to an agent can edit only that agent, and
 * none of the fields in `setByPeople`.
 */
export type AgentRight = 'view' | 'edit'

export interface OnAgent extends InOrganization {
  agent: AgentRow
}

export const sentences: Record<AgentRight, string> = {
  view: 'Members of the organization.',
  edit: "The agent's owner, and owners and admins of the organization. An agent can edit only itself.",
}

export function onAgent(right: AgentRight): AccessRule<{ agent: string }, OnAgent> {
  return {
    name: `agent(${right})`,
    sentence: sentences[right],
    open: false,
    wholeOrganization: true,
    ...(right === 'view' ? { leastRole: 'member' } : { leastRole: 'admin', also: ['owner of it'] }),
    async check({ caller, db, reads, hold }, input) {
      const granted = requireWholeOrganization(caller, reads, 'member')
      const agent = await findAgent(db, granted, input.agent, hold && right === 'edit')
      if (right === 'edit') requireEdit(granted, agent)
      return { ...granted, agent }
    },
  }
}

/** Grants members access to list and create agents. */
export const seesAgents: AccessRule<unknown, InOrganization> = {
  ...organization('member'),
  name: 'seesAgents',
  sentence: sentences.view,
}

/** Grants deletion to users only: no agent can delete an agent, not even itself. */
export const deletesAgent: AccessRule<{ agent: string }, OnAgent> = {
  ...onAgent('edit'),
  name: 'agent(delete)',
  sentence: "The agent's owner, and owners and admins of the organization. Agents can't.",
  async check(context, input) {
    const granted = await onAgent('edit').check(context, input)
    if (granted.caller.agent) reject('forbidden', { needs: deletesAgent.sentence })
    return granted
  },
}

/** Grants control of an agent at work to users only: pause, resume, stop. */
export const controlsAgent: AccessRule<{ agent: string }, OnAgent> = {
  ...deletesAgent,
  name: 'agent(control)',
}

/** Checks whether the caller can edit the agent. */
export function canEdit({ caller, organization: current, user }: InOrganization, agent: AgentRow): boolean {
  if (caller.agent && caller.agent.id !== agent.id) return false
  return agent.owner_id === user.id || hasRole(current, 'admin')
}

export function canDelete(granted: InOrganization, agent: AgentRow): boolean {
  return !granted.caller.agent && canEdit(granted, agent)
}

export function requireEdit(granted: InOrganization, agent: AgentRow): void {
  if (!canEdit(granted, agent)) reject('forbidden', { needs: sentences.edit })
}

/**
 * Finds an agent by "me", name or id. Members see every agent of the organization. A token that is bound to an agent
 * always sees that agent.
 */
export async function findAgent(
  db: Queries,
  granted: Pick<InOrganization, 'caller' | 'organization'>,
  ref: string,
  lock: boolean,
): Promise<AgentRow> {
  const { caller, organization: current } = granted
  const nameOrId = ref === 'me' ? caller.agent?.id : ref
  const agent = nameOrId && (await agentCalled(db, current.id, nameOrId, lock ? 'no key update' : null))
  const seesAll = hasRole(current, 'member') && caller.projectId === null
  if (!agent || (!seesAll && agent.id !== caller.agent?.id)) reject('not_found', { kind: 'agent', ref })
  return agent
}

/**
 * Finds an agent by name or id, without an access check. Lock it with `share` before storing a reference to it, so that
 * it is not deleted concurrently.
 */
export async function agentCalled(
  db: Queries,
  organizationId: string,
  ref: string,
  lock: 'share' | 'no key update' | null = null,
): Promise<AgentRow | undefined> {
  const [agent] = await db.run<AgentRow>(
    sql`select * from agents where organization_id = ${organizationId} and deleted_at is null
        and ${isAgent(ref)} ${lock ? sql.raw(`for ${lock}`) : sql.empty}`,
  )
  return agent
}

/** Returns the SQL condition that a row of `agents` has this id or name. */
export function isAgent(ref: string): Sql {
  return anyUuid.test(ref) ? sql`id = ${ref}` : sql`lower(name) = lower(${ref})`
}
