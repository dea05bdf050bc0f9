import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { projectScope } from '../../projects/synced-in-project.ts'
import { type NoteRow, noteKind } from './note.ts'
import { createNote, deleteNote, updateNote } from './notes.ts'

const fields: SyncFields = {
  project: { columns: ['project_id'], refers: 'project' },
  title: { columns: ['title'] },
  content: { columns: ['content'], text: true, unjournaled: true },
  tags: { columns: ['tags'] },
  links: { columns: ['links'] },
  pinned: { columns: ['pinned'] },
}

export const syncedNotes: SyncKind<NoteRow> = {
  ...noteKind,
  name: 'note',
  fields,
  columns: columnsOf(fields, 'private_to'),
  from: sql`notes t`,
  within({ organizationId, projects, user }) {
    const isOwn =
      user === null ? sql.empty : sql` or t.private_to = ${user} and t.organization_id = ${organizationId}`
    return sql`(t.project_id = any(${projects})${isOwn})`
  },
  scopeOf: ({ project_id, private_to }) =>
    project_id === null ? `user:${private_to}` : projectScope({ project_id }),
  scopeColumns: ['project_id'],
  create: createNote,
  update: updateNote,
  remove: deleteNote,
  address: ({ id }) => ({ note: id }),
}
