import { z } from 'zod'
import { pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { rejectOverLimit } from '../../errors/errors.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { ownIssue } from './access.ts'
import { addReply, issueEntry } from './change-issue.ts'
import { Issue, IssueWithReplies, issueFromRow, issueRef, issueStates, replyField } from './issue.ts'
import { readIssues, repliesOf, rereadIssue } from './read-issues.ts'

const hourMs = 3_600_000
/** Each one notifies every administrator. */
const maxIssuesPerHour = 20
const maxRepliesPerHour = 60

export const createIssue = operation({
  id: 'issues.create',
  summary: 'Report a problem to the administrators of this instance.',
  http: 'POST /api/issues',
  access: ownAccount,
  created: true,
  input: z.object({
    title: z.string().trim().min(1).max(200).describe('The problem in one line.'),
    description: z
      .string()
      .trim()
      .max(20_000)
      .default('')
      .describe('What you did, what you expected and what happened instead.'),
    pageUrl: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional()
      .describe('URL of the page with the problem.'),
    browser: z.string().trim().max(500).optional().describe('Browser, or operating system.'),
    appVersion: z.string().trim().max(100).optional().describe('Version of Baton that showed the problem.'),
  }),
  output: Issue,
  async prepare({ app, user }) {
    rejectOverLimit(await app.rateLimits.countExactly(`issues of ${user.id}`, maxIssuesPerHour, hourMs))
    return {}
  },
}).run(async (ctx, { title, description, pageUrl = null, browser = null, appVersion = null }) => {
  const id = newId()
  // Serializes the numbering. Reads continue.
  await ctx.db.run(sql`lock table issues in share row exclusive mode`)
  await ctx.db.run(
    sql`insert into issues (id, number, reporter_id, title, description, page_url, browser, app_version)
      select ${id}, coalesce(max(number), 0) + 1, ${ctx.user.id}, ${title}, ${description}, ${pageUrl}, ${browser},
        ${appVersion} from issues`,
  )
  const issue = await rereadIssue(ctx.db, id)
  ctx.record(issueEntry('issue.created', issue, { version: issue.version }))
  return issueFromRow(issue)
})

export const listIssues = operation({
  id: 'issues.list',
  summary: 'List the issues that you reported, newest first.',
  http: 'GET /api/issues',
  // A change by an administrator reaches the reporter as a notification.
  shows: ['issue', 'notification'],
  access: ownAccount,
  input: z.object({
    state: z.array(z.enum(issueStates)).max(5).optional().describe('States to include. Default: all.'),
    ...pageInput,
  }),
  output: pageOf(Issue),
}).run((ctx, input) => {
  const inState = input.state ? sql` and i.state = any(${input.state})` : sql.empty
  return readIssues(ctx.db, input, sql`i.reporter_id = ${ctx.user.id}${inState}`, issueFromRow)
})

export const getIssue = operation({
  id: 'issues.get',
  summary: 'Get an issue that you reported, with its replies.',
  http: 'GET /api/issues/:issue',
  shows: ['issue', 'notification'],
  access: ownIssue,
  input: z.object({ issue: issueRef }),
  output: IssueWithReplies,
}).run(async ({ db, issue }) => ({
  ...issueFromRow(issue),
  replies: (await repliesOf(db, [issue.id])).get(issue.id)!,
}))

export const replyIssue = operation({
  id: 'issues.reply',
  summary: 'Reply to an issue that you reported. Notifies the administrator who works on it.',
  http: 'POST /api/issues/:issue/replies',
  access: ownIssue,
  adds: true,
  input: z.object({ issue: issueRef, body: replyField }),
  output: IssueWithReplies,
  async prepare({ app, user }) {
    rejectOverLimit(
      await app.rateLimits.countExactly(`issue replies of ${user.id}`, maxRepliesPerHour, hourMs),
    )
    return {}
  },
}).run(async (ctx, { body }) => {
  const { db, issue } = ctx
  await addReply(ctx, issue, body, false)
  const replies = (await repliesOf(db, [issue.id])).get(issue.id)!
  return { ...issueFromRow(await rereadIssue(db, issue.id)), replies }
})
