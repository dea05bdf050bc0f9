import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Activity, activitiesFromRows } from './activity.ts'
import { seesEvent, undoesEvent } from '../journal/on-event.ts'
import { eventRef, Undone, undoEvent, describeUndoAccess } from '../trash/undo-event.ts'
import { decodeCursor, type JournalRow, selectedFromJournal } from '../../database/journal.ts'
import { pageInput, pageOf } from '../../database/pages.ts'
import { type InOrganization, type AccessRule, requireOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { OperationError, reject, rejectField } from '../../errors/errors.ts'
import { reference } from '../../operations/reference.ts'
import { findAgent } from '../agents/access.ts'
import { agentRef } from '../agents/agent.ts'
import { itemRef, onItem } from '../work/items/access.ts'
import { findProject, inVisibleProjects, type SeenProject, requireRight } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { unassigned, resolveAssignee } from '../work/tasks/assignee.ts'
import { type FeedFilter, feedRows } from './feed.ts'
import { sql } from '../../database/sql.ts'
import { actorOf } from '../../operations/caller.ts'
import { freeForm, freeFormLimits } from '../../operations/free-form.ts'
import { newId } from '../../platform/ids.ts'
import { isEventType } from './type-filter.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { historyOf } from '../journal/history.ts'

export const getActivity = operation({
  id: 'activity.get',
  summary: 'Show one activity: its changes and who can undo it.',
  http: 'GET /api/activity/:event',
  tool: { name: 'get_activity', brief: { event: 'Id from list_activities.' } },
  access: seesEvent,
  input: z.object({ event: eventRef }),
  output: Activity.extend({
    undoableBy: z.string().nullable().describe('Who can undo it; null if no one can.'),
  }).meta({ id: 'ActivityEntry' }),
}).run(async (ctx) => {
  const [activity] = await activitiesFromRows(ctx, [ctx.event])
  return { ...activity!, undoableBy: describeUndoAccess(ctx.app, ctx.event) }
})

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

interface LogGrant extends InOrganization {
  project: SeenProject | null
}

const logsActivity: AccessRule<{ project?: string | undefined }, LogGrant> = {
  name: 'logsActivity',
  sentence: 'Members of the organization. In a project: users with edit access.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  async check({ caller, db, reads }, input) {
    const asGuest = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? asGuest.caller.projectId
    if (ref === null) return { ...requireOrganization(caller, reads, 'member'), project: null }
    const project = await findProject(db, asGuest, ref, false)
    requireRight(project, 'edit')
    return { ...asGuest, project }
  },
}

export const logActivity = operation({
  id: 'activity.log',
  summary: 'Log an event from outside Baton, such as a deploy. Baton logs its own changes.',
  http: 'POST /api/activity',
  tool: {
    name: 'log_activity',
    hint: 'Or ask people a question.',
    brief: { type: 'Your own type: deploy.finished.' },
  },
  access: logsActivity,
  created: true,
  oneStatement: true,
  input: z.object({
    type: z
      .string()
      .regex(
        /^[a-z0-9_.-]{1,60}$/,
        'Use at most 60 lowercase letters, digits, dots, hyphens and underscores.',
      )
      .describe('Custom event type, such as deploy.finished.'),
    description: z.string().trim().min(1).max(2000).describe('What happened, in a few sentences.'),
    metadata: freeForm().optional().describe(`Further fields, as JSON: ${freeFormLimits}.`),
    project: projectRef.optional().describe('The project concerned: slug, key or id.'),
  }),
  output: Activity,
}).run(async (ctx, { type, description, metadata }) => {
  if (isEventType(type) || type.endsWith('.'))
    rejectField('type', 'Baton reserves this type, or it ends with a dot. Choose another type.')
  const data = JSON.stringify({ type, description, ...(metadata && { metadata }) })
  const [row] = await ctx.db.run<JournalRow>(
    sql`insert into journal (id, organization_id, project_id, actor, type, subject_kind, subject_id, data, request_id)
     values (${newId()}, ${ctx.organization.id}, ${ctx.project?.id ?? null}, ${JSON.stringify(actorOf(ctx.caller))},
       'activity.logged', 'activity', ${newId()}, ${data}, ${ctx.request.id}) returning ${selectedFromJournal}`,
  )
  ctx.recorded(ctx.organization.id)
  const [activity] = await activitiesFromRows(ctx, [row!])
  return activity!
})

export const undoActivity = operation({
  id: 'activity.undo',
  summary: 'Undo one change: revert the fields it changed, except those that changed again later.',
  http: 'POST /api/events/:event/undo',
  access: undoesEvent,
  input: z.object({ event: eventRef }),
  output: Undone,
}).run((ctx) => undoEvent(ctx, ctx.event))

export const listHistory = operation({
  id: 'activity.listHistory',
  summary: 'List the events of an epic, story, task or feature and of its comments, newest first.',
  http: 'GET /api/items/:item/history',
  shows: ['attachment', 'comment', 'epic', 'evidence', 'feature', 'review', 'spec', 'story', 'task', 'user'],
  access: onItem('view'),
  input: z.object({ item: itemRef, ...pageInput }),
  output: pageOf(Event),
}).run(async (ctx, { cursor, limit }) => {
  const before = cursor === undefined ? undefined : decodeCursor(ctx.app.epoch, cursor)
  const rows = await historyOf(ctx, ctx.item.id, { limit: limit + 1, before })
  const items = rows.slice(0, limit).map((row) => eventFromRow(ctx.app.epoch, row))
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.cursor : null }
})
