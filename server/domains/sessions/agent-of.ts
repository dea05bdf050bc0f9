import type { Queries } from '../../database/connect.ts'
import type { InOrganization } from '../../operations/access.ts'
import { quoteName, rejectField } from '../../operations/errors.ts'
import { findAgent } from '../agents/access.ts'
import type { AgentRow } from '../agents/tables.ts'

/** The agent at work: the one that the token works for, or the one that is named; null if there is neither. */
export async function agentOf(
  db: Queries,
  asking: InOrganization,
  ref: string | undefined,
): Promise<AgentRow | null> {
  const own = asking.caller.agent
  if (ref === undefined) return own ? findAgent(db, asking, own.id, false) : null
  const agent = await findAgent(db, asking, ref, false)
  if (own && agent.id !== own.id)
    rejectField(
      'agent',
      `This token works for ${quoteName(own.name)} alone. Leave the agent out, or name that.`,
    )
  return agent
}
