import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import { sql } from '../../database/sql.ts'
import { Named } from '../../operations/actor.ts'
import { reference } from '../../operations/reference.ts'

export const issueStates = ['open', 'triaged', 'in_progress', 'resolved', 'closed'] as const
export type IssueState = (typeof issueStates)[number]

/** The states in which no one works on the issue anymore. */
export const endStates: readonly IssueState[] = ['resolved', 'closed']

/** A reported problem, as its reporter sees it. */
export const Issue = z
  .object({
    id: z.uuid(),
    number: z.int().describe('Number on this instance, shown as #12.'),
    title: z.string(),
    description: z.string(),
    state: z.enum(issueStates),
    pageUrl: z.string().nullable().describe('Page with the problem.'),
    browser: z.string().nullable().describe('Browser, or the operating system of the CLI.'),
    appVersion: z.string().nullable().describe('Version of Baton that showed the problem.'),
    hasScreenshot: z.boolean(),
    reporter: Named,
    assignee: Named.nullable().describe('Administrator who works on it.'),
    replyCount: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Issue' })

export const IssueReply = z.object({
  id: z.uuid(),
  body: z.string(),
  author: Named,
  byAdministrator: z.boolean().describe('Whether the author replied as an administrator.'),
  createdAt: z.iso.datetime(),
})

export const IssueWithReplies = Issue.extend({
  replies: z.array(IssueReply).describe('Replies, oldest first.'),
}).meta({ id: 'IssueWithReplies' })

/** The linked issue at the code host. Reporters don't see it, because its repository can be private. */
export const RemoteLink = z.object({
  repo: z.string(),
  number: z.int(),
  url: z.string(),
  state: z.enum(['open', 'closed']).describe('State at the last sync.'),
})

const forAdministrators = {
  reporter: Named.extend({ username: z.string(), email: z.string() }),
  remote: RemoteLink.nullable().describe('Linked issue at the code host.'),
}

/** A reported problem, as administrators see it. */
export const AdminIssue = Issue.extend(forAdministrators).meta({ id: 'AdminIssue' })
export const AdminIssueWithReplies = IssueWithReplies.extend(forAdministrators).meta({
  id: 'AdminIssueWithReplies',
})

export type IssueRow = Rows['issues']

/** An issue with the joined columns that `Issue` needs. */
export interface IssueWithNames extends IssueRow {
  reporter_name: string
  reporter_username: string
  reporter_email: string
  assignee_name: string | null
  has_screenshot: boolean
  reply_count: number
}

/** The select list of `IssueWithNames`. Use it with `fromIssues`. */
export const issueWithNames = sql`i.*, r.name as reporter_name, r.username as reporter_username,
      r.email as reporter_email, a.name as assignee_name,
      exists (select 1 from issue_screenshots s where s.issue_id = i.id) as has_screenshot,
      (select count(*)::int from issue_replies e where e.issue_id = i.id) as reply_count`
export const fromIssues = sql`issues i join users r on r.id = i.reporter_id left join users a on a.id = i.assignee_id`

export function issueFromRow(row: IssueWithNames): z.output<typeof Issue> {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    state: row.state,
    pageUrl: row.page_url,
    browser: row.browser,
    appVersion: row.app_version,
    hasScreenshot: row.has_screenshot,
    reporter: { id: row.reporter_id, name: row.reporter_name },
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name! },
    replyCount: row.reply_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export function adminIssueFromRow(row: IssueWithNames): z.output<typeof AdminIssue> {
  const { remote_repo, remote_number, remote_url, remote_state } = row
  return {
    ...issueFromRow(row),
    reporter: {
      id: row.reporter_id,
      name: row.reporter_name,
      username: row.reporter_username,
      email: row.reporter_email,
    },
    remote:
      remote_number === null
        ? null
        : { repo: remote_repo!, number: remote_number, url: remote_url!, state: remote_state! },
  }
}

export const issueRef = reference('issue', 'Issue number or id, such as 12.')

export const replyField = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .describe('Reply. The reporter and the administrators can read it.')
