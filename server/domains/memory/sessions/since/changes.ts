import { z } from 'zod'
import { type JournalRow, journalStart, selectJournal } from '../../../../database/journal.ts'
import { sql } from '../../../../database/sql.ts'
import type { Context } from '../../../../operations/context.ts'
import { eventsVisibleTo } from '../../../activity/visible-events.ts'
import type { OnSession } from '../access.ts'
import type { SeenSession } from '../session.ts'

/** The recent changes of one item. */
export const ChangeSince = z.object({
  kind: z.string(),
  key: z.string(),
  what: z.array(z.string()).describe('Event types, newest first: task.completed, …'),
  by: z.array(z.string()),
  at: z.iso.datetime().describe('Time of the last change.'),
})

/** Work items only: the response lists decisions and memory separately. */
const kinds = ['project', 'epic', 'story', 'task', 'feature', 'comment', 'evidence', 'review', 'note', 'spec']
const maxEvents = 500
const maxItems = 100

/** Returns changes since the session was last active: in its project, or wherever its user can see if it has none. */
export async function changesSince(
  ctx: Context & OnSession,
  session: SeenSession,
): Promise<z.output<typeof ChangeSince>[]> {
  const from =
    session.seen_xid === null ? journalStart : { xid: session.seen_xid, seq: session.seen_seq ?? '0' }
  const project = session.project_id ? sql`and project_id = ${session.project_id}` : sql.empty
  const rows = await ctx.db.run<JournalRow>(
    sql`${selectJournal} where ${eventsVisibleTo(ctx)} ${project}
        and (journal.xid, journal.seq) > (${from.xid}::text::xid8, ${from.seq}::bigint)
        and subject_kind = any(${kinds}::text[])
      order by journal.xid desc, journal.seq desc limit ${sql.raw(maxEvents)}`,
  )
  const items = Map.groupBy(rows, (row) => row.subject_id)
  return [...items.values()].slice(0, maxItems).map((events) => {
    const [newest] = events as [JournalRow]
    return {
      kind: newest.subject_kind,
      key: newest.subject_key ?? newest.subject_id,
      what: [...new Set(events.map(({ type }) => type))],
      by: [...new Set(events.map(({ actor }) => actor.name))],
      at: newest.at,
    }
  })
}
