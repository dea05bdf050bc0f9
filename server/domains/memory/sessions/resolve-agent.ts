import type { Queries } from '../../../database/connect.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { quoteName, rejectField } from '../../../errors/errors.ts'
import { findAgent } from '../../agents/access.ts'
import type { AgentRow } from '../../agents/tables.ts'

/** Returns the agent that works in a session: the named one, or else the token's own; null if there is neither. */
export async function resolveAgent(
  db: Queries,
  granted: InOrganization,
  ref: string | undefined,
): Promise<AgentRow | null> {
  const own = granted.caller.agent
  if (ref === undefined) return own ? findAgent(db, granted, own.id, false) : null
  const agent = await findAgent(db, granted, ref, false)
  if (own && agent.id !== own.id)
    rejectField('agent', `This token belongs to ${quoteName(own.name)}. Omit "agent", or name that agent.`)
  return agent
}
