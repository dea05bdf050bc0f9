import type { EventType } from '../../database/events.ts'
import type { Entry } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { SignedIn } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import type { IssueRow } from './issue.ts'

type Concerned = Pick<IssueRow, 'id' | 'number' | 'reporter_id'>

/** Returns a journal entry about an issue. Only its reporter can read it. Belongs to no organization. */
export function issueEntry(
  type: Extract<EventType, `issue.${string}`>,
  { id, number, reporter_id }: Concerned,
  details: Pick<Entry, 'data' | 'changes' | 'version'> = {},
): Entry {
  const subject = { kind: 'issue', id, key: `#${number}` }
  return { type, subject, organizationId: null, privateTo: reporter_id, ...details }
}

/** Adds a reply to a locked issue. The text stays out of the journal, because an erasure keeps the reply only. */
export async function addReply(
  ctx: Context & SignedIn,
  issue: Concerned,
  body: string,
  byAdministrator: boolean,
): Promise<void> {
  const id = newId()
  await ctx.db.run(
    sql`insert into issue_replies (id, issue_id, author_id, by_administrator, body)
      values (${id}, ${issue.id}, ${ctx.user.id}, ${byAdministrator}, ${body})`,
  )
  await ctx.db.run(sql`update issues set updated_at = now() where id = ${issue.id}`)
  ctx.record(issueEntry('issue.replied', issue, { data: { reply: id, byAdministrator } }))
}
