import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { projectsVisibleTo } from '../../projects/access.ts'
import { type SeenNote, fromNotes, namesOfNote, noteColumns } from './access.ts'
import { Note, noteItself } from './note.ts'

export const OwnNote = Note.omit({ may: true, links: true, backlinks: true })

// Limits the size of one export file, because notes can be long.
const maxCharacters = 50_000_000
const pageSize = 50

/** Returns the notes that a user created and can still see, in all their organizations, newest first. */
export async function ownNotes(
  db: Queries,
  userId: string,
): Promise<{ notes: z.output<typeof OwnNote>[]; more: boolean }> {
  const notes: z.output<typeof OwnNote>[] = []
  let characters = 0
  for (;;) {
    const last = notes.at(-1)
    const beforeLast = last ? sql` and n.id < ${last.id}` : sql.empty
    const rows = await db.run<SeenNote>(
      sql`select ${noteColumns}, ${namesOfNote} from ${fromNotes}
        where n.owner_id = ${userId} and n.deleted_at is null${beforeLast}
          and case when n.project_id is null
              then exists (select 1 from organization_members o2
                            where o2.organization_id = n.organization_id and o2.user_id = ${userId})
              else n.project_id in (select p.id from ${projectsVisibleTo(userId)} where p.deleted_at is null) end
        order by n.id desc limit ${pageSize}`,
    )
    for (const row of rows) {
      characters += row.content.length
      if (characters > maxCharacters) return { notes, more: true }
      notes.push({ ...noteItself(row), content: row.content })
    }
    if (rows.length < pageSize) return { notes, more: false }
  }
}
