import { z } from 'zod'
import { type JournalRow, journalStart, selectJournal } from '../../../database/journal.ts'
import type { Context } from '../../../operations/context.ts'
import { eventsSeenBy } from '../../activity/visible-events.ts'
import type { OnSession } from '../access.ts'
import type { SeenSession } from '../session.ts'

/** What happened to one thing, in a line. */
export const ChangeSince = z.object({
  kind: z.string(),
  key: z.string(),
  what: z.array(z.string()).describe('What happened to it, the newest first: task.completed, …'),
  by: z.array(z.string()),
  at: z.iso.datetime().describe('When it changed last.'),
})

/** What is work. Decisions and memory are told of by themselves. */
const kinds = ['project', 'epic', 'story', 'task', 'feature', 'comment', 'evidence', 'review', 'note', 'spec']
const mostRead = 500
const most = 100

/** What others did since the session was last seen, in its project or, if it has none, wherever its user sees it. */
export async function changesSince(
  ctx: Context & OnSession,
  session: SeenSession,
): Promise<z.output<typeof ChangeSince>[]> {
  const seen = eventsSeenBy(ctx)
  const from =
    session.seen_xid === null ? journalStart : { xid: session.seen_xid, seq: session.seen_seq ?? '0' }
  const values: unknown[] = [...seen.values, from.xid, from.seq, kinds]
  const project = session.project_id ? `and project_id = $${values.push(session.project_id)}` : ''
  const rows = await ctx.db.run<JournalRow>(
    `${selectJournal} where ${seen.where} ${project}
        and (journal.xid, journal.seq) > ($5::text::xid8, $6::bigint) and subject_kind = any($7::text[])
      order by journal.xid desc, journal.seq desc limit ${mostRead}`,
    values,
  )
  const items = Map.groupBy(rows, (row) => row.subject_id)
  return [...items.values()].slice(0, most).map((ofItem) => {
    const [newest] = ofItem as [JournalRow]
    return {
      kind: newest.subject_kind,
      key: newest.subject_key ?? newest.subject_id,
      what: [...new Set(ofItem.map(({ type }) => type))],
      by: [...new Set(ofItem.map(({ actor }) => actor.name))],
      at: newest.at,
    }
  })
}
