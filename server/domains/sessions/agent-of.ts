import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import { refuseField } from '../../operations/errors.ts'
import { findAgent } from '../agents/access.ts'
import type { Scope } from '../memories/tables.ts'

export interface AgentNamed {
  id: string
  name: string
  memory_scope: Scope
}

export { agentRef } from '../agents/agent.ts'

/** The agent at work: the one that the token works for, or the one that is named; null if there is neither. */
export async function agentOf(
  db: Queries,
  asking: InOrganization,
  ref: string | undefined,
): Promise<AgentNamed | null> {
  const own = asking.caller.agent
  if (ref === undefined) return own ? namedAgent(db, asking, own.id) : null
  const agent = await namedAgent(db, asking, ref)
  if (own && agent.id !== own.id)
    refuseField('agent', `This token works for ${own.name} alone. Leave the agent out, or name that.`)
  return agent
}

/** The agent that a reference means. */
export function namedAgent(db: Queries, asking: InOrganization, ref: string): Promise<AgentNamed> {
  return findAgent(db, asking, ref, false)
}
