import { z } from 'zod'
import { decodeCursor } from '../../database/journal.ts'
import { pageInput, pageOf } from '../../database/pages.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { findAgent } from '../agents/access.ts'
import { agentRef } from '../agents/agent.ts'
import { itemRef, onItem } from '../work/items/access.ts'
import { findProject, inVisibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { unassigned, resolveAssignee } from '../work/tasks/assignee.ts'
import { Activity, activitiesFromRows } from './activity.ts'
import { type FeedFilter, feedRows } from './feed.ts'

const filters = {
  type: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Only this type (task.completed), or this type prefix (task.); also types of logged entries.'),
  agent: agentRef.optional().describe('Only activity of this agent: name, id, or "me".'),
  person: reference(
    'member',
    'Only activity of this user and of agents on their behalf: "me", username or id.',
  ).optional(),
  project: projectRef.optional().describe('Only activity in this project: slug, key or id.'),
  item: itemRef.optional().describe('Only activity on this item: number (WEB-42) or id.'),
  since: z.iso.datetime().optional().describe('Only activity at or after this time.'),
  until: z.iso.datetime().optional().describe('Only activity up to this time.'),
}

export const listActivities = operation({
  id: 'activity.list',
  summary: 'List user and agent activity, newest first.',
  http: 'GET /api/activity',
  tool: {
    name: 'list_activities',
    rare: ['person', 'until'],
    brief: { type: 'task.completed, or task. for all of tasks.', item: 'Key: WEB-42.' },
  },
  shows: ['*'],
  access: inVisibleProjects,
  input: z.object({ ...filters, ...pageInput }),
  output: pageOf(Activity),
}).run(async (ctx, { cursor, limit, ...references }) => {
  const before = cursor === undefined ? undefined : decodeCursor(ctx.app.epoch, cursor)
  const rows = await feedRows(ctx, { ...(await resolveIds(ctx, references)), before, limit: limit + 1 })
  const items = await activitiesFromRows(ctx, rows.slice(0, limit))
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.cursor : null }
})

type Filters = z.output<z.ZodObject<typeof filters>>

/** Resolves all references to ids. Rejects one that does not exist or that the caller cannot see. */
async function resolveIds(
  ctx: Context & InOrganization,
  { agent, person, project, item, ...rest }: Filters,
): Promise<Omit<FeedFilter, 'limit'>> {
  return {
    ...rest,
    agent: agent && (await findAgent(ctx.db, ctx, agent, false)).id,
    person: person && (await findPersonId(ctx, person)),
    project: project && (await findProject(ctx.db, ctx, project, false)).id,
    item: item && (await onItem('view').check({ ...ctx, reads: true, hold: false }, { item })).item.id,
  }
}

/** Resolves "me" to the user even for an agent, because `agent` filters by agent. */
async function findPersonId(ctx: Context & InOrganization, ref: string): Promise<string> {
  if (ref === 'me') return ctx.user.id
  const found = await resolveAssignee(ctx, ref).catch((error: unknown) => {
    if (error instanceof OperationError) return unassigned
    throw error
  })
  return found.assignee_user_id ?? reject('not_found', { kind: 'person', ref })
}
