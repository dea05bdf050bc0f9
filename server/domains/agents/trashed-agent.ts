import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type InOrganization, hasRole, requireWholeOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { returnMemoriesOf } from '../memory/memories/of-agent.ts'
import { requireRoom } from '../organizations/plans.ts'
import type { TrashKind } from '../trash/trash-kinds.ts'
import { canDelete, deletesAgent, isAgent } from './access.ts'
import { agentKind } from './agent.ts'
import type { AgentRow } from './tables.ts'

/**
 * Restores an agent with its memories, for users who can delete it. Its tokens stay revoked and its tasks unassigned.
 */
export const trashedAgent: TrashKind<AgentRow> = {
  ...agentKind,
  find: findDeletedAgent,
  listed({ caller, organization, user }) {
    if (!hasRole(organization, 'member') || caller.projectId !== null || caller.agent) return undefined
    const isOwner = hasRole(organization, 'admin') ? sql.empty : sql` and t.owner_id = ${user.id}`
    const where = sql`t.organization_id = ${organization.id}${isOwner}`
    return { from: sql`agents t`, where, title: sql`t.name` }
  },
  before: (ctx, row) => requireRoom(ctx.db, row.organization_id, 'agents'),
  taken: ({ name }) => ({ agents_name: { field: 'name', value: name } }),
  after: async (ctx, { id }) => void (await returnMemoriesOf(ctx, id)),
  // Memories refer to their agent, so the agent is kept until the last one is deleted.
  kept: sql`exists (select 1 from memories m where m.agent_id = agents.id and m.deleted_at is null)`,
}

/** Finds an agent by name or id. For a name, prefers the live agent, then the one deleted last. */
async function findDeletedAgent(db: Queries, granted: InOrganization, ref: string) {
  requireWholeOrganization(granted.caller, false, 'member')
  const [agent] = await db.run<AgentRow>(
    sql`select * from agents where organization_id = ${granted.organization.id} and ${isAgent(ref)}
      order by deleted_at is not null, deleted_at desc limit 1 for no key update`,
  )
  if (agent && !canDelete(granted, agent)) reject('forbidden', { needs: deletesAgent.sentence })
  return agent
}
