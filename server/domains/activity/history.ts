import { z } from 'zod'
import { type JournalRow, type Position, selectJournal, writtenBefore } from '../../database/journal.ts'
import type { Changes } from '../../database/tables.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { Who, whoFromActor } from './actor.ts'
import { eventsSeenBy } from './visible-events.ts'

/**
 * What happened to an item and to what is about it, such as comments, the newest first. Both are read backwards along
 * an index of their own, and no further than they were asked for.
 */
export function historyOf(
  ctx: Context & InOrganization,
  itemId: string,
  { limit, before }: { limit: number; before?: Position | undefined },
): Promise<JournalRow[]> {
  const seen = eventsSeenBy(ctx)
  const values: unknown[] = [...seen.values, itemId]
  const earlier = before ? writtenBefore(before, values) : 'true'
  const most = `$${values.push(limit)}::integer`
  const newest = `${seen.where} and ${earlier} order by journal.xid desc, journal.seq desc limit ${most}`
  return ctx.db.run<JournalRow>(
    `with found as (
       (${selectJournal} where subject_id = $5::uuid and ${newest})
       union all
       (${selectJournal} where data #>> '{item,id}' = $5::uuid::text and ${newest}))
     select * from found order by xid::xid8 desc, seq::bigint desc limit ${most}`,
    values,
  )
}

/** An entry of a history as it is shown beside the item itself: short, whatever was changed. */
export const HistoryEntry = z
  .object({
    id: z.uuid().describe('The event: to undo it, name it.'),
    type: z.string().describe('What happened: task.updated, comment.created, …'),
    at: z.iso.datetime(),
    by: Who,
    changes: z
      .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
      .describe('The fields that changed. Long texts are cut.'),
  })
  .meta({ id: 'HistoryEntry' })

export function entryFromRow(row: JournalRow): z.output<typeof HistoryEntry> {
  return {
    id: row.id,
    type: row.type,
    at: row.at,
    by: whoFromActor(row.actor),
    changes: shortened(row.changes ?? {}),
  }
}

const longestText = 120

function shortened(changes: Changes): Changes {
  const entries = Object.entries(changes).map(([field, { from, to }]) => [
    field,
    { from: cut(from), to: cut(to) },
  ])
  return Object.fromEntries(entries) as Changes
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined || text.length <= longestText) return value
  return `${text.slice(0, longestText)}…`
}
