import { sql } from '../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../operations/sync-kind.ts'
import { agentKind } from './agent.ts'
import { createAgent, updateAgent } from './agents.ts'
import { deleteAgent } from './delete-agent.ts'
import type { AgentRow } from './tables.ts'

const ownFields: SyncFields = {
  name: { columns: ['name'] },
  role: { columns: ['role'] },
  instructions: { columns: ['instructions'], text: true },
  memoryScope: { columns: ['memory_scope'] },
  model: { columns: ['model'] },
  dailyBudget: { columns: ['daily_budget'] },
}

export const syncedAgents: SyncKind<AgentRow> = {
  ...agentKind,
  name: 'agent',
  // Includes skills that the reader can't see, because the journal names them too and a copy must not depend on its reader.
  fields: { ...ownFields, skills: { columns: ['skills'], refers: 'skill' } },
  columns: sql`${columnsOf(ownFields)},
    array(select k.skill_id::text from agent_skills k where k.agent_id = t.id order by k.place) as skills`,
  from: sql`agents t`,
  within: ({ organizationId, organization }) =>
    organization ? sql`t.organization_id = ${organizationId}` : sql`false`,
  scopeOf: () => 'organization',
  create: createAgent,
  update: updateAgent,
  remove: deleteAgent,
  address: ({ id }) => ({ agent: id }),
}
