import type { Queries } from '../../database/connect.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import { refuse, refuseField } from '../../operations/errors.ts'
import { findAgent } from '../agents/access.ts'
import type { AgentRow } from '../agents/tables.ts'

/** The agent at work: the one that the token works for, or the one that is named; null if there is neither. */
export async function agentOf(
  db: Queries,
  asking: InOrganization,
  ref: string | undefined,
): Promise<AgentRow | null> {
  const own = asking.caller.agent
  if (ref === undefined) return own ? namedAgent(db, asking, own.id) : null
  const agent = await namedAgent(db, asking, ref)
  if (own && agent.id !== own.id)
    refuseField('agent', `This token works for ${own.name} alone. Leave the agent out, or name that.`)
  return agent
}

/** The agent that a name or an id means. Members see all of them; a token always sees the one that it works for. */
export async function namedAgent(db: Queries, asking: InOrganization, ref: string): Promise<AgentRow> {
  const { caller, organization } = asking
  const agent = await findAgent(db, asking, ref, false)
  const seesAll = hasRole(organization, 'member') && caller.projectId === null
  if (!seesAll && agent.id !== caller.agent?.id) refuse('not_found', { kind: 'agent', ref })
  return agent
}
