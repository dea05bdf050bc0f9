import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { itemKindNames, itemKinds } from '../work/items/item-kinds.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { type Titles, sentenceOf } from './sentences.ts'
import { describeUndoAccess } from '../trash/undo-event.ts'

/** A journal event in the form that the activity feed shows. */
export const Activity = Event.extend({
  type: z.string().describe('Event type: task.created, …; for a logged entry, its custom type.'),
  logged: z.boolean().describe('Whether a user or agent logged it, not Baton.'),
  description: z.string().describe('One-sentence summary.'),
  undoable: z.boolean().describe('Whether it can be undone, if no later change affects it.'),
}).meta({ id: 'Activity' })

export async function activitiesFromRows(
  { app, db }: Pick<Context, 'app' | 'db'>,
  rows: JournalRow[],
  known?: Titles,
): Promise<z.output<typeof Activity>[]> {
  const titles = known ?? (await titlesFor(db, rows))
  return rows.map((row) => {
    const logged = row.type === 'activity.logged'
    const event = eventFromRow(app.epoch, row)
    return {
      ...event,
      type: logged ? String(row.data?.type) : event.type,
      logged,
      description: sentenceOf(row, titles),
      undoable: describeUndoAccess(app, row) !== null,
    }
  })
}

/**
 * Loads the titles of all items that the rows name. Needs no access check: a caller who can read the rows can see the
 * items, or could before they were deleted.
 */
export async function titlesFor(db: Queries, rows: JournalRow[]): Promise<Titles> {
  const ids = rows.flatMap(({ subject_kind, subject_id, data }) => {
    const { id } = (data?.item ?? {}) as { id?: string }
    return [...(subject_kind in itemKinds ? [subject_id] : []), ...(id ? [id] : [])]
  })
  if (ids.length === 0) return new Map()
  const unique = [...new Set(ids)]
  const queries = itemKindNames.map(
    (name) => sql`select id, title from ${sql.raw(itemKinds[name].table)} where id = any(${unique}::uuid[])`,
  )
  const found = await db.run<{ id: string; title: string }>(sql.join(queries, ' union all '))
  return new Map(found.map(({ id, title }) => [id, title]))
}
