import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Keyset, orderByNewest, readPage } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type IssueReply, type IssueWithNames, fromIssues, issueFromRow, issueWithNames } from './issue.ts'

/** Reads a page of the issues that match, newest first. */
export function readIssues<Item>(
  db: Queries,
  page: Parameters<typeof readPage>[1],
  where: Sql,
  toItem: (row: IssueWithNames) => Item,
) {
  const select = ({ after, orderAndLimit }: Keyset) =>
    sql`select ${issueWithNames} from ${fromIssues} where ${where} and ${after} ${orderAndLimit}`
  return readPage(db, page, orderByNewest('i.id'), select, toItem)
}

/** Reads an issue again after a change, with its current names and counts. */
export async function rereadIssue(db: Queries, id: string): Promise<IssueWithNames> {
  const [row] = await db.run<IssueWithNames>(
    sql`select ${issueWithNames} from ${fromIssues} where i.id = ${id}`,
  )
  return row!
}

type Reply = z.output<typeof IssueReply>

export async function repliesOf(db: Queries, issueIds: string[]): Promise<Map<string, Reply[]>> {
  const rows = await db.run<Reply & { issueId: string }>(
    sql`select e.issue_id as "issueId", e.id, e.body, json_build_object('id', u.id, 'name', u.name) as author,
            e.by_administrator as "byAdministrator", e.created_at as "createdAt"
       from issue_replies e join users u on u.id = e.author_id
      where e.issue_id = any(${issueIds}) order by e.id`,
  )
  const replies = new Map<string, Reply[]>(issueIds.map((id) => [id, []]))
  for (const { issueId, ...reply } of rows) replies.get(issueId)!.push(reply)
  return replies
}

/** Returns the newest issues that the user reported, with their replies, for the account export. */
export async function ownIssues(db: Queries, userId: string, maxRows: number) {
  const rows = await db.run<IssueWithNames>(
    sql`select ${issueWithNames} from ${fromIssues} where i.reporter_id = ${userId} order by i.id desc limit ${maxRows}`,
  )
  const replies = await repliesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...issueFromRow(row), replies: replies.get(row.id)! }))
}
