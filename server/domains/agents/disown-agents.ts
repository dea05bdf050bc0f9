import type { Queries } from '../../database/connect.ts'
import type { Entry } from '../../database/journal.ts'
import { concerning } from '../../database/rows.ts'
import { agentKind } from './agent.ts'
import type { AgentRow } from './tables.ts'

/** Transfers the agents of a departing member to the organization. Returns the journal entries to record. */
export async function disownAgents(
  db: Queries,
  organizationIds: string[],
  ownerId: string,
): Promise<Entry[]> {
  const agents = await db.run<AgentRow>(
    `update agents set owner_id = null, version = version + 1, updated_at = now()
      where organization_id = any($1) and owner_id = $2 returning *`,
    [organizationIds, ownerId],
  )
  return agents.map((agent) => ({
    type: 'agent.updated',
    ...concerning(agentKind, agent),
    version: agent.version,
    changes: { ownerId: { from: ownerId, to: null } },
  }))
}
