import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { pageInput, pageOf } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { Named } from '../../operations/actor.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { updateRow } from '../../operations/rows.ts'
import { isUser } from '../membership/find-person.ts'
import { anyIssue } from './access.ts'
import { addReply, issueEntry } from './change-issue.ts'
import {
  AdminIssue,
  AdminIssueWithReplies,
  type IssueRow,
  adminIssueFromRow,
  issueRef,
  issueStates,
  replyField,
} from './issue.ts'
import { readIssues, repliesOf, rereadIssue } from './read-issues.ts'
import { type IssueSync, issueSyncQueue } from './sync-jobs.ts'

const stateFilter = {
  state: z.array(z.enum(issueStates)).max(5).optional().describe('States to include. Default: all.'),
}

export const listAllIssues = operation({
  id: 'issues.listAll',
  summary: 'List the issues that users reported, newest first.',
  http: 'GET /api/admin/issues',
  shows: ['issue', 'notification', 'user'],
  access: platformAdmin,
  input: z.object({
    ...stateFilter,
    assignee: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Username or id of the assigned administrator, or "none" for unassigned issues.'),
    search: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Text in the title or the description, or a number.'),
    ...pageInput,
  }),
  output: pageOf(AdminIssue),
}).run((ctx, { state, assignee, search, ...page }) => {
  const conditions = [sql`true`]
  if (state) conditions.push(sql`i.state = any(${state})`)
  if (assignee !== undefined) conditions.push(isAssignedTo(assignee))
  if (search !== undefined) conditions.push(isFoundBy(search))
  return readIssues(ctx.db, page, sql.join(conditions, ' and '), adminIssueFromRow)
})

function isAssignedTo(ref: string): Sql {
  if (ref === 'none') return sql`i.assignee_id is null`
  return sql`i.assignee_id in (select u.id from users u where ${isUser(ref)})`
}

function isFoundBy(text: string): Sql {
  const number = text.replace(/^#/, '')
  return sql`(position(lower(${text}) in lower(i.title || ' ' || i.description)) > 0 or i.number::text = ${number})`
}

export const getAnyIssue = operation({
  id: 'issues.getAny',
  summary: 'Get any issue with its replies.',
  http: 'GET /api/admin/issues/:issue',
  shows: ['issue', 'notification', 'user'],
  access: anyIssue,
  input: z.object({ issue: issueRef }),
  output: AdminIssueWithReplies,
}).run(({ db, issue }) => withReplies(db, issue.id))

export const updateIssue = operation({
  id: 'issues.update',
  summary: 'Change the state or the assignee of an issue, or reply to it. Notifies the reporter.',
  http: 'PATCH /api/admin/issues/:issue',
  access: anyIssue,
  input: z.object({
    issue: issueRef,
    state: z.enum(issueStates).optional().describe('New state.'),
    assignee: reference('user', 'Username or id of an administrator. Null: no one.').nullable().optional(),
    reply: replyField.optional(),
  }),
  output: AdminIssueWithReplies,
}).run(async (ctx, { state, assignee, reply }) => {
  const { db, issue } = ctx
  const set: Partial<IssueRow> = {
    ...(state && { state }),
    ...(assignee !== undefined && { assignee_id: assignee && (await findAdministrator(db, assignee)) }),
  }
  const { after, changes } = await updateRow<IssueRow>(ctx, { table: 'issues' }, issue, set)
  if (changes) ctx.record(issueEntry('issue.updated', issue, { version: after.version, changes }))
  if (reply) await addReply(ctx, issue, reply, true)
  if (changes?.state && issue.remote_number !== null && ctx.app.codeHost) {
    await ctx.app.jobs.enqueue(issueSyncQueue, { issue: issue.id } satisfies IssueSync, db)
    ctx.afterCommit(() => ctx.app.jobs.wake(issueSyncQueue))
  }
  return withReplies(db, issue.id)
})

async function findAdministrator(db: Queries, ref: string): Promise<string> {
  const [user] = await db.run<{ id: string; role: string; suspended: boolean }>(
    sql`select u.id, u.role, u.suspended_at is not null as suspended from users u
      where ${isUser(ref)} and u.erased_at is null for key share`,
  )
  if (!user) reject('not_found', { kind: 'user', ref })
  if (user.role !== 'admin' || user.suspended)
    rejectField('assignee', 'Only an active administrator of this instance can be assigned.')
  return user.id
}

export const listAssignees = operation({
  id: 'issues.listAssignees',
  summary: 'List the administrators to whom issues can be assigned, by name.',
  http: 'GET /api/admin/issues/assignees',
  shows: ['user'],
  access: platformAdmin,
  input: z.object({}),
  output: pageOf(Named.extend({ username: z.string() })),
}).run(async ({ db }) => {
  const items = await db.run<{ id: string; name: string; username: string }>(
    sql`select id, name, username from users
      where role = 'admin' and suspended_at is null and erased_at is null order by name, id`,
  )
  return { items, nextCursor: null }
})

export const listReportedIssues = operation({
  id: 'issues.listReported',
  summary: 'List the issues that a user reported, newest first.',
  http: 'GET /api/admin/users/:user/issues',
  shows: ['issue', 'notification', 'user'],
  access: platformAdmin,
  input: z.object({ user: reference('user', 'User id or username.'), ...stateFilter, ...pageInput }),
  output: pageOf(AdminIssue),
}).run(async (ctx, { user: ref, state, ...page }) => {
  const [user] = await ctx.db.run<{ id: string }>(sql`select u.id from users u where ${isUser(ref)}`)
  if (!user) reject('not_found', { kind: 'user', ref })
  const inState = state ? sql` and i.state = any(${state})` : sql.empty
  return readIssues(ctx.db, page, sql`i.reporter_id = ${user.id}${inState}`, adminIssueFromRow)
})

async function withReplies(db: Queries, id: string) {
  const replies = (await repliesOf(db, [id])).get(id)!
  return { ...adminIssueFromRow(await rereadIssue(db, id)), replies }
}
