import type { TrashKind } from '../trash/trash-kinds.ts'
import { findNote, notesSeenBy, requireRight } from './access.ts'
import { noteKind } from './note.ts'
import type { NoteRow } from './tables.ts'

/** Whoever could delete it brings it back: of what is their own, nobody else. */
export const trashedNotes: TrashKind<NoteRow> = {
  ...noteKind,
  async find(db, asking, ref) {
    const note = await findNote(db, asking, ref, { lock: true, deleted: true })
    if (note) requireRight(note, 'edit')
    return note
  },
  listed(asking) {
    const seen = notesSeenBy(asking)
    return {
      from: 'notes t join notes n on n.id = t.id left join projects p on p.id = n.project_id',
      where: `${seen.where} and (${seen.right}) in ('edit', 'manage')`,
      title: 't.title',
      project: 'p.slug',
    }
  },
}
