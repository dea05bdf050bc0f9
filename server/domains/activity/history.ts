import { z } from 'zod'
import { type JournalRow, type Position, selectJournal, writtenBefore } from '../../database/journal.ts'
import type { Changes } from '../../database/tables.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { Who, whoFromActor } from './actor.ts'
import { eventsVisibleTo } from './visible-events.ts'

/**
 * Returns the events of an item and of records about it, such as comments, newest first. Each of the two has its own
 * index, which is read backwards up to the limit.
 */
export function historyOf(
  ctx: Context & InOrganization,
  itemId: string,
  { limit, before }: { limit: number; before?: Position | undefined },
): Promise<JournalRow[]> {
  const earlier = before ? sql` and ${writtenBefore(before)}` : sql.empty
  const newest = sql`${eventsVisibleTo(ctx)}${earlier} order by journal.xid desc, journal.seq desc limit ${limit}::integer`
  return ctx.db.run<JournalRow>(
    sql`with found as (
       (${selectJournal} where subject_id = ${itemId}::uuid and ${newest})
       union all
       (${selectJournal} where data #>> '{item,id}' = ${itemId}::uuid::text and ${newest}))
     select * from found order by xid::xid8 desc, seq::bigint desc limit ${limit}::integer`,
  )
}

/** A history entry as embedded in its item. Long values are truncated to keep the item small. */
export const HistoryEntry = z
  .object({
    id: z.uuid().describe('Event id. Pass it to undo the event.'),
    type: z.string().describe('Event type: task.updated, comment.created, …'),
    at: z.iso.datetime(),
    by: Who,
    changes: z
      .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
      .describe('Changed fields. Long texts are truncated.'),
  })
  .meta({ id: 'HistoryEntry' })

export function entryFromRow(row: JournalRow): z.output<typeof HistoryEntry> {
  return {
    id: row.id,
    type: row.type,
    at: row.at,
    by: whoFromActor(row.actor),
    changes: truncateChanges(row.changes ?? {}),
  }
}

const maxTextLength = 120

function truncateChanges(changes: Changes): Changes {
  const entries = Object.entries(changes).map(([field, { from, to }]) => [
    field,
    { from: truncate(from), to: truncate(to) },
  ])
  return Object.fromEntries(entries) as Changes
}

function truncate(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined || text.length <= maxTextLength) return value
  return `${text.slice(0, maxTextLength)}…`
}
