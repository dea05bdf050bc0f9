import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects } from '../projects/access.ts'
import { Claim, claimFromRow } from '../work/tasks/claim.ts'
import { priorities, statuses } from '../work/tasks/states.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import { isOpenTask } from './show-agents.ts'
import {
  Memory,
  type SeenMemory,
  fromMemories,
  isThere,
  memoryFromRow,
  memoryWithNames,
} from '../memory/memories/memory.ts'
import { visibleOrOwn } from '../projects/visible-or-own.ts'

const maxItems = 50

/** An agent's open tasks and sessions that the caller can see. */
export const CurrentWork = z.object({
  tasks: z
    .array(
      z.object({
        id: z.uuid(),
        key: z.string(),
        title: z.string(),
        project: z.string().describe('Slug of its project.'),
        status: z.enum(statuses),
        priority: z.enum(priorities),
        claim: Claim.omit({ by: true }).nullable().describe("The agent's lease on the task."),
      }),
    )
    .describe(`Its open tasks, newest first, at most ${maxItems}.`),
  sessions: z
    .array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        project: z.string().nullable().describe('Slug of its project.'),
        lastSeenAt: z.iso.datetime(),
      }),
    )
    .describe(`Its open sessions, newest first, at most ${maxItems}.`),
})

export async function currentWork(
  ctx: Context & InOrganization,
  agentId: string,
): Promise<z.output<typeof CurrentWork>> {
  const visible = visibleProjects(ctx)
  const tasks = await ctx.db.run<TaskWorkRow>(
    sql`select t.id, t.key, t.title, p.slug as project, t.status, t.priority, t.claimed_by, t.claimed_at, t.claim_number,
            t.lease_until
       from tasks t join projects p on p.id = t.project_id
      where t.assignee_agent_id = ${agentId} and ${isOpenTask} and p.deleted_at is null and ${visible.where}
      order by t.id desc limit ${sql.raw(maxItems)}`,
  )
  const sessions = await ctx.db.run<z.output<typeof CurrentWork>['sessions'][number]>(
    sql`select s.id, s.title, p.slug as project, s.last_seen_at as "lastSeenAt"
       from sessions s left join projects p on p.id = s.project_id and p.deleted_at is null and ${visible.where}
      where s.agent_id = ${agentId} and s.organization_id = ${ctx.organization.id} and s.ended_at is null and s.deleted_at is null
        and (p.id is not null or s.project_id is null and s.user_id = ${ctx.user.id})
      order by s.id desc limit ${sql.raw(maxItems)}`,
  )
  return { tasks: tasks.map(taskFromWork), sessions }
}

type TaskWorkRow = Pick<
  TaskRow,
  | 'id'
  | 'key'
  | 'title'
  | 'status'
  | 'priority'
  | 'claimed_by'
  | 'claimed_at'
  | 'claim_number'
  | 'lease_until'
> & { project: string }

function taskFromWork(row: TaskWorkRow): z.output<typeof CurrentWork>['tasks'][number] {
  const { id, key, title, project, status, priority } = row
  const lease = claimFromRow(row)
  const claim = lease && { number: lease.number, since: lease.since, until: lease.until }
  return { id, key, title, project, status, priority, claim }
}

const maxEntries = 10
const maxTextLength = 500

/** A memory as embedded in its agent. The content is truncated to keep the agent small. */
export const RecentMemory = Memory.extend({
  content: Memory.shape.content.describe(`Truncated after ${maxTextLength} characters.`),
}).meta({ id: 'RecentMemory' })

/** Returns the agent's latest current memories that the caller can see. */
export async function recentMemory(
  ctx: Context & InOrganization,
  agentId: string,
): Promise<z.output<typeof RecentMemory>[]> {
  const visible = visibleOrOwn(ctx, 'm')
  const rows = await ctx.db.run<SeenMemory>(
    sql`select ${memoryWithNames}, ${visible.right} as right from ${fromMemories}
      where m.agent_id = ${agentId} and ${visible.where} and ${isThere} and m.archived_at is null
        and m.superseded_by is null and (m.expires_at is null or m.expires_at > now())
      order by m.id desc limit ${sql.raw(maxEntries)}`,
  )
  return rows.map((row) => ({ ...memoryFromRow(row, ctx.caller), content: truncate(row.content) }))
}

function truncate(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
