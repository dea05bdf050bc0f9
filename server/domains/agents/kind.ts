import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type InOrganization, hasRole, requireWholeOrganization } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { returnMemoriesOf } from '../memory/memories/of-agent.ts'
import { requireRoom } from '../membership/plans.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'
import { canDelete, deletesAgent, isAgent, type OnAgent, onAgent } from './access.ts'
import { agentKind } from './agent.ts'
import { type AgentRow, memoryScopes } from './tables.ts'
import { changeAgent, requireByPerson } from './save-agent.ts'
import { deleteAgent } from './delete-agent.ts'
import { findSkills, skillIdsOf } from './skills-of-agent.ts'
import { type UndoableField, type UndoableKind, writeAccess, plainFields } from '../../operations/undoable.ts'
import { type ResourceKind, mapPage, record, uriOf } from '../../operations/resource.ts'
import { getAgent, listAgents } from './agents.ts'
import { z } from 'zod'

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
  before: (ctx, row) => requireRoom(ctx, row.organization_id, 'agents'),
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

const fields: UndoableField<OnAgent>[] = [
  ...plainFields('name', 'role', 'instructions', 'memory_scope', 'model'),
  {
    name: 'dailyBudget',
    columns: ['daily_budget'],
    check: (ctx) => requireByPerson(ctx, ['dailyBudget']),
  },
  {
    name: 'skills',
    columns: ['skills'],
    // A skill may have been deleted, or the caller may no longer see it.
    check: async (ctx, { skills }) => void (await findSkills(ctx, skills as string[])),
  },
]

export const undoableAgent: UndoableKind<OnAgent> = {
  // Publication and ownership are absent from `fields`: an undo must not change either.
  types: ['agent.updated'],
  fields,
  async lock(ctx, id) {
    const granted = await onAgent('edit').check(writeAccess(ctx), { agent: id })
    return { ...granted, row: { ...granted.agent, skills: await skillIdsOf(ctx.db, id) } }
  },
  change: (ctx, set) => changeAgent(ctx, set),
  remove: deleteAgent,
  field: 'agent',
}

export const agentResource: ResourceKind = {
  name: 'agent',
  title: 'Agent',
  description: 'An agent with its current work, recent activity and recent memory.',
  mimeType: 'application/json',
  async show(query, agent) {
    const shown = await query(getAgent, { agent })
    return record(uriOf('agent', shown.id), shown.name, shown)
  },
  complete: (query, page) => mapPage(query(listAgents, page), ({ name }) => [name]),
}

export const OwnAgent = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  name: z.string(),
  role: z.string(),
  instructions: z.string(),
  memoryScope: z.enum(memoryScopes),
  model: z.string(),
  dailyBudget: z.int().nullable(),
  publicSlug: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Returns the agents that a user owns in every organization where they can still see agents. */
export function ownAgents(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnAgent>>(
    sql`select a.id, a.organization_id as "organizationId", a.name, a.role, a.instructions,
            a.memory_scope as "memoryScope", a.model, a.daily_budget as "dailyBudget", a.public_slug as "publicSlug",
            a.created_at as "createdAt", a.updated_at as "updatedAt"
       from agents a join organization_members m on m.organization_id = a.organization_id and m.user_id = ${userId}
      where a.owner_id = ${userId} and m.role <> 'guest' and a.deleted_at is null order by a.id`,
  )
}
