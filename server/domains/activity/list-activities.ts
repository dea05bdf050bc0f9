import { z } from 'zod'
import { decodeCursor } from '../../database/journal.ts'
import { pageInput, pageOf } from '../../database/pages.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { findAgent } from '../agents/access.ts'
import { agentRef } from '../agents/agent.ts'
import { itemRef, onItem } from '../items/access.ts'
import { findProject, visibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { unassigned, resolveAssignee } from '../tasks/assignee.ts'
import { Activity, activitiesFromRows } from './activity.ts'
import { type FeedAsked, feedRows } from './feed.ts'

const filters = {
  type: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Only this type (task.completed), or all that begin so (task.); also a word of what was logged.',
    ),
  agent: agentRef.optional().describe('Only what this agent did: its name, its id, or "me".'),
  person: reference(
    'member',
    'Only what this person did, agents on their behalf included: "me", a username or an id.',
  ).optional(),
  project: projectRef.optional().describe('Only what happened in this project: its slug, key or id.'),
  item: itemRef.optional().describe('Only what concerns this item: its number (WEB-42) or its id.'),
  since: z.iso.datetime().optional().describe('Only what happened at this time or later.'),
  until: z.iso.datetime().optional().describe('Only what happened until this time.'),
}

export const listActivities = operation({
  id: 'activity.list',
  summary: 'List what people and agents did, newest first.',
  http: 'GET /api/activity',
  tool: 'list_activities',
  rare: ['person', 'until'],
  brief: { type: 'task.completed; task. for all.', item: 'WEB-42.' },
  access: visibleProjects,
  input: z.object({ ...filters, ...pageInput }),
  output: pageOf(Activity),
}).run(async (ctx, { cursor, limit, ...asked }) => {
  const before = cursor === undefined ? undefined : decodeCursor(ctx.app.epoch, cursor)
  const rows = await feedRows(ctx, { ...(await inIds(ctx, asked)), before, limit: limit + 1 })
  const items = await activitiesFromRows(ctx, rows.slice(0, limit))
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.cursor : null }
})

type Asked = z.output<z.ZodObject<typeof filters>>

/** Whatever is named must be there, and seen. */
async function inIds(
  ctx: Context & InOrganization,
  { agent, person, project, item, ...rest }: Asked,
): Promise<Omit<FeedAsked, 'limit'>> {
  return {
    ...rest,
    agent: agent && (await findAgent(ctx.db, ctx, agent, false)).id,
    person: person && (await personCalled(ctx, person)),
    project: project && (await findProject(ctx.db, ctx, project, false)).id,
    item: item && (await onItem('view').check({ ...ctx, reads: true, hold: false }, { item })).item.id,
  }
}

/** For an agent too, "me" is the person here: what agents do is asked for by their own name. */
async function personCalled(ctx: Context & InOrganization, ref: string): Promise<string> {
  if (ref === 'me') return ctx.user.id
  const found = await resolveAssignee(ctx, ref).catch((error: unknown) => {
    if (error instanceof OperationError) return unassigned
    throw error
  })
  return found.assignee_user_id ?? reject('not_found', { kind: 'person', ref })
}
