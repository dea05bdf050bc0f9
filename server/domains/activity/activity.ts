import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import type { Context } from '../../operations/context.ts'
import { itemKindNames, itemKinds } from '../items/item-kinds.ts'
import { Event, eventFromRow } from './event.ts'
import { type Titles, sentenceOf } from './sentences.ts'
import { whoUndoes } from './undoable-event.ts'

/** An event as the feed shows it. */
export const Activity = Event.extend({
  type: z.string().describe('What happened: task.created, …; of what somebody logged, their own word.'),
  logged: z.boolean().describe('Whether somebody told of it themselves, and not Baton.'),
  description: z.string().describe('The same in one sentence.'),
  undoable: z.boolean().describe('Whether it can be undone, as long as nothing came after it.'),
}).meta({ id: 'Activity' })

export async function activitiesFromRows(
  { app, db }: Pick<Context, 'app' | 'db'>,
  rows: JournalRow[],
): Promise<z.output<typeof Activity>[]> {
  const titles = await titlesFor(db, rows)
  return rows.map((row) => {
    const logged = row.type === 'activity.logged'
    const event = eventFromRow(app.epoch, row)
    return {
      ...event,
      type: logged ? String(row.data?.type) : event.type,
      logged,
      description: sentenceOf(row, titles),
      undoable: whoUndoes(row) !== null,
    }
  })
}

/** Those of all items that the rows name. Whoever reads the rows sees the items too, or saw them before they were deleted. */
async function titlesFor(db: Queries, rows: JournalRow[]): Promise<Titles> {
  const ids = rows.flatMap(({ subject_kind, subject_id, data }) => {
    const { id } = (data?.item ?? {}) as { id?: string }
    return [...(subject_kind in itemKinds ? [subject_id] : []), ...(id ? [id] : [])]
  })
  if (ids.length === 0) return new Map()
  const each = itemKindNames.map(
    (name) => `select id, title from ${itemKinds[name].table} where id = any($1::uuid[])`,
  )
  const found = await db.run<{ id: string; title: string }>(each.join(' union all '), [[...new Set(ids)]])
  return new Map(found.map(({ id, title }) => [id, title]))
}
