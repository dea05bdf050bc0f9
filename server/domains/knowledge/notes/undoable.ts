import { requireRevision } from '../revisions/revisions.ts'
import { type OnNote, onNote } from './access.ts'
import { deleteNote } from './delete-note.ts'
import { type NoteChange, saveNote } from './save-note.ts'
import {
  type UndoableField,
  type UndoableKind,
  writeAccess,
  plainFields,
} from '../../../operations/undoable.ts'

const fields: UndoableField<OnNote>[] = [
  ...plainFields('title', 'tags', 'pinned'),
  // A revision is reverted as a whole: the previous one is saved as a new revision.
  {
    name: 'revision',
    columns: ['revision'],
    async check({ db, note }, { revision }) {
      const { title, content, more } = await requireRevision(db, note.id, revision as number)
      return { title, content, tags: more.tags, reason: `Restored revision ${String(revision)}.` }
    },
  },
  { name: 'project', columns: ['project_id'] },
]

export const undoableNote: UndoableKind<OnNote> = {
  types: ['note.updated', 'note.moved'],
  fields,
  async lock(ctx, id) {
    const granted = await onNote('edit').check(writeAccess(ctx), { note: id })
    return { ...granted, row: { ...granted.note } }
  },
  change(ctx, { project_id: project, revision: _, ...set }) {
    return saveNote(ctx, { ...(set as NoteChange), project: project as string | null | undefined })
  },
  remove: deleteNote,
  field: 'note',
}
