import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import type { Status } from './states.ts'

/** The properties that a task list can be grouped by. */
export const groupings = [
  'status',
  'priority',
  'assignee',
  'agent',
  'label',
  'epic',
  'feature',
  'none',
] as const
export type Grouping = (typeof groupings)[number]

export const groupingField = z
  .enum(groupings)
  .describe(
    'Property to group by. "agent": the agent that has claimed the task or is assigned to it. "none": one group.',
  )

/** The order of the status groups: active work first. */
const statusOrder: Status[] = [
  'in_progress',
  'in_review',
  'blocked',
  'todo',
  'backlog',
  'complete',
  'cancelled',
]

/** The SQL of a grouping, on the tasks `t` with the joins of `fromTasks`. */
interface GroupSql {
  /** The value of the group as text, which is empty for tasks without one. */
  value: Sql
  name: Sql
  /** The rank of the group. Groups with the same rank are sorted by name. */
  rank: Sql
  join: Sql
}

const unranked = { rank: sql`0::integer`, join: sql.empty }
const isHeldByAgent = sql`t.lease_until > now() and t.claimed_by->>'kind' = 'agent'`

export const groupSql: Record<Grouping, GroupSql> = {
  status: {
    ...unranked,
    value: sql`t.status`,
    name: sql`t.status`,
    rank: sql`array_position(array[${sql.raw(statusOrder.map((status) => `'${status}'`).join())}], t.status)`,
  },
  priority: { ...unranked, value: sql`t.priority`, name: sql`t.priority`, rank: sql`-t.priority_rank` },
  assignee: {
    ...unranked,
    value: sql`coalesce(t.assignee_user_id, t.assignee_agent_id)::text`,
    name: sql`coalesce(au.name, aa.name)`,
  },
  agent: {
    ...unranked,
    value: sql`ga.id::text`,
    name: sql`ga.name`,
    join: sql`left join agents ga on ga.id =
      case when ${isHeldByAgent} then (t.claimed_by->>'id')::uuid else t.assignee_agent_id end`,
  },
  label: {
    ...unranked,
    value: sql`gl.label`,
    name: sql`gl.label`,
    // A task with several labels is in several groups, once in each.
    join: sql`left join lateral (select distinct label from unnest(t.labels) label) gl on true`,
  },
  epic: {
    value: sql`ge.key`,
    name: sql`ge.title`,
    rank: sql`ge.position`,
    join: sql`left join epics ge on ge.id = s.epic_id`,
  },
  none: { ...unranked, value: sql`''::text`, name: sql`''::text` },
  feature: { ...unranked, value: sql`f.key`, name: sql`f.title` },
}
