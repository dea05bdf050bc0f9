import type { Queries } from '../../database/connect.ts'
import type { Entry } from '../../database/journal.ts'
import { concerning } from '../../database/rows.ts'
import { agentKind } from './agent.ts'
import type { AgentRow } from './tables.ts'

/** The agents of somebody who leaves stay, and belong to the organization itself. Answers what is to be told. */
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
