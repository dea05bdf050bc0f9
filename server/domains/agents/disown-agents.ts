import type { Queries } from '../../database/connect.ts'
import type { Entry } from '../../database/journal.ts'
import { concerning } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { agentKind } from './agent.ts'
import type { AgentRow } from './tables.ts'

/** Transfers the agents of a departing member to the organization. Returns the journal entries to record. */
export async function disownAgents(
  db: Queries,
  organizationIds: string[],
  ownerId: string,
): Promise<Entry[]> {
  const agents = await db.run<AgentRow>(
    sql`update agents set owner_id = null, version = version + 1, updated_at = now()
      where organization_id = any(${organizationIds}) and owner_id = ${ownerId} returning *`,
  )
  return agents.map((agent) => ({
    type: 'agent.updated',
    ...concerning(agentKind, agent),
    version: agent.version,
    changes: { ownerId: { from: ownerId, to: null } },
  }))
}
