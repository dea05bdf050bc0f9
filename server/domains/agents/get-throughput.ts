import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { eventsVisibleTo } from '../journal/visible-events.ts'
import { visibleProjects } from '../projects/access.ts'
import { timezoneField, week } from '../teams/analytics/analytics.ts'
import { type Week, weeksUpTo } from '../teams/analytics/weeks.ts'
import { type OnAgent, onAgent } from './access.ts'
import { agentRef } from './agent.ts'

export const getThroughput = operation({
  id: 'agents.getThroughput',
  summary: 'Count the tasks that an agent completed in each week, and its calls that changed something.',
  http: 'GET /api/agents/:agent/throughput',
  shows: ['agent', 'project', 'task'],
  access: onAgent('view'),
  input: z.object({
    agent: agentRef,
    weeks: z.int().min(1).max(52).default(8).describe('Number of weeks, including the current one.'),
    timezone: timezoneField,
  }),
  output: z.object({
    weeks: z
      .array(
        z.object({
          week,
          completed: z
            .int()
            .describe('Tasks whose last completion is in the week, assigned to it or completed by it.'),
          points: z.number().describe('Sum of their estimates.'),
          calls: z.int().describe('Calls that changed something the caller can see. Reads are not recorded.'),
        }),
      )
      .describe('Weeks, oldest first. The last one is the current week.'),
  }),
}).run(async (ctx, input) => {
  const weeks = weeksUpTo(databaseNow(), input.weeks, input.timezone)
  const [completed, calls] = await Promise.all([readCompleted(ctx, weeks), readCalls(ctx, weeks)])
  return {
    weeks: weeks.map(({ week: monday }, index) => ({
      week: monday,
      completed: completed.get(index)?.completed ?? 0,
      points: completed.get(index)?.points ?? 0,
      calls: calls.get(index)?.calls ?? 0,
    })),
  }
})

/** Counts the complete tasks in visible projects by the same rules as the insights of a project. */
async function readCompleted(ctx: Context & OnAgent, weeks: Week[]) {
  const { id } = ctx.agent
  const rows = await ctx.db.run<{ week: number; completed: number; points: number }>(
    sql`select ${weekOf(sql`t.completed_at`, weeks)} as week, count(*)::int as completed,
            round(coalesce(sum(t.estimate), 0)::numeric, 2)::float8 as points
       from tasks t join projects p on p.id = t.project_id
      where p.organization_id = ${ctx.organization.id} and ${visibleProjects(ctx).where} and p.deleted_at is null
        and t.deleted_at is null and t.status = 'complete' and t.completed_at >= ${iso(weeks[0]!.start)}
        and (t.assignee_agent_id = ${id} or t.assignee_agent_id is null and t.assignee_user_id is null and (
          select j.actor ->> 'id' from journal j where j.subject_id = t.id
             and 'complete' in (j.data ->> 'status', j.changes -> 'status' ->> 'to')
           order by j.xid desc, j.seq desc limit 1) = ${id}::text)
      group by 1`,
  )
  return new Map(rows.map((row) => [row.week, row]))
}

/** Counts the requests that left rows in the journal. */
async function readCalls(ctx: Context & OnAgent, weeks: Week[]) {
  const rows = await ctx.db.run<{ week: number; calls: number }>(
    sql`select ${weekOf(sql`journal.at`, weeks)} as week,
            count(distinct coalesce(journal.request_id, journal.id::text))::int as calls
       from journal
      where actor ->> 'id' = ${ctx.agent.id}::text and journal.at >= ${iso(weeks[0]!.start)} and ${eventsVisibleTo(ctx)}
        and journal.type not in ('mcp_token.connected', 'notification.created', 'notification.read')
      group by 1`,
  )
  return new Map(rows.map((row) => [row.week, row]))
}

/** Returns the SQL of the index of the week that contains a time. */
function weekOf(at: Sql, weeks: Week[]): Sql {
  return sql`width_bucket(${at}, ${weeks.map(({ start }) => iso(start))}::timestamptz[]) - 1`
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
