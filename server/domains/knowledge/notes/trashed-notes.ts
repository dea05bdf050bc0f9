import { sql } from '../../../database/sql.ts'
import type { TrashKind } from '../../trash/trash-kinds.ts'
import { findNote, notesVisibleTo, requireRight } from './access.ts'
import { noteKind } from './note.ts'
import type { NoteRow } from './tables.ts'

/** Allows a restore with the same right as a deletion. Only the owner can restore a private note. */
export const trashedNotes: TrashKind<NoteRow> = {
  ...noteKind,
  async find(db, granted, ref) {
    const note = await findNote(db, granted, ref, { lock: true, deleted: true })
    if (note) requireRight(note, 'edit')
    return note
  },
  listed(granted) {
    const seen = notesVisibleTo(granted)
    return {
      from: sql`notes t join notes n on n.id = t.id left join projects p on p.id = n.project_id`,
      where: sql`${seen.where} and (${seen.right}) in ('edit', 'manage')`,
      title: sql`t.title`,
      project: sql`p.slug`,
    }
  },
}
