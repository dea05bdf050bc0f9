import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type InOrganization,
  hasRole,
  organization,
  requireWholeOrganization,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { AgentRow } from './tables.ts'

/*
 * Who may do what with an agent:
 *   view    every member of the organization; so agents can be given work, and everybody knows who does it
 *   edit    its owner, and owners and admins of the organization: change it, publish it, delete it
 * Guests see none, and neither do credentials that are bound to a project. A token that is bound to an agent acts for its
 * person, but only as that agent: of all agents it changes itself alone, and of itself nothing that its person set as a
 * limit or for the world to see.
 */
export type AgentRight = 'view' | 'edit'

export interface OnAgent extends InOrganization {
  agent: AgentRow
}

export const sentences: Record<AgentRight, string> = {
  view: 'Members of the organization.',
  edit: "The agent's owner, and owners and admins of the organization. Of agents themselves, each only itself.",
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

/** For lists, and for making one. */
export const seesAgents: AccessRule<unknown, InOrganization> = {
  ...organization('member'),
  name: 'seesAgents',
  sentence: sentences.view,
}

/** What only people decide of an agent, and what nobody decides who is one. */
export const deletesAgent: AccessRule<{ agent: string }, OnAgent> = {
  ...onAgent('edit'),
  name: 'agent(delete)',
  sentence: "The agent's owner, and owners and admins of the organization. Agents themselves cannot.",
  async check(asked, input) {
    const granted = await onAgent('edit').check(asked, input)
    if (granted.caller.agent) reject('forbidden', { needs: deletesAgent.sentence })
    return granted
  },
}

/** Whether the caller may change the agent at all. */
export function mayEdit({ caller, organization: current, user }: InOrganization, agent: AgentRow): boolean {
  if (caller.agent && caller.agent.id !== agent.id) return false
  return agent.owner_id === user.id || hasRole(current, 'admin')
}

export function mayDelete(asking: InOrganization, agent: AgentRow): boolean {
  return !asking.caller.agent && mayEdit(asking, agent)
}

export function requireEdit(asking: InOrganization, agent: AgentRow): void {
  if (!mayEdit(asking, agent)) reject('forbidden', { needs: sentences.edit })
}

/**
 * The agent of the organization that a reference means: "me", a name, or an id. Members see all of them; a token always
 * sees the one that it works for.
 */
export async function findAgent(
  db: Queries,
  asking: Pick<InOrganization, 'caller' | 'organization'>,
  ref: string,
  lock: boolean,
): Promise<AgentRow> {
  const { caller, organization: current } = asking
  const meant = ref === 'me' ? caller.agent?.id : ref
  const agent = meant && (await agentCalled(db, current.id, meant, lock ? 'no key update' : null))
  const seesAll = hasRole(current, 'member') && caller.projectId === null
  if (!agent || (!seesAll && agent.id !== caller.agent?.id)) reject('not_found', { kind: 'agent', ref })
  return agent
}

/**
 * The same by a name or an id alone. Whoever binds something to it holds it by `share`, so that it is not deleted
 * meanwhile.
 */
export async function agentCalled(
  db: Queries,
  organizationId: string,
  ref: string,
  lock: 'share' | 'no key update' | null = null,
): Promise<AgentRow | undefined> {
  const [agent] = await db.run<AgentRow>(
    `select * from agents where organization_id = $1 and deleted_at is null
        and ${anyUuid.test(ref) ? 'id = $2' : 'lower(name) = lower($2)'} ${lock ? `for ${lock}` : ''}`,
    [organizationId, ref],
  )
  return agent
}
