import { useSearch } from '@tanstack/react-router'
import { Rows } from '../../ui/section.tsx'
import { DocumentList, type ListOptions } from '../knowledge/document-list.tsx'
import { canAddTo, useProject } from '../projects/this-project.ts'
import { NoteRow } from './note-row.tsx'
import { type NoteSearch, filterOf, notesQuery, own } from './queries.ts'
import { texts } from './texts.ts'

/** The user's private notes and the notes of visible projects. */
export function NotesPage() {
  return <NoteList search={useSearch({ from: '/shell/notes' })} canCreate />
}

export function ProjectNotesPage() {
  const { find, tag } = useSearch({ from: '/shell/projects/$slug/notes' })
  const project = useProject()
  return <NoteList search={{ find, tag }} project={project} canCreate={canAddTo(project)} />
}

function NoteList(options: ListOptions<NoteSearch>) {
  const { search, project } = options
  const page = texts.notesPage
  const of = project?.slug ?? search.of
  return (
    <DocumentList
      {...options}
      texts={page}
      projects={{ all: page.allNotes, others: [{ value: own, name: page.privateNotes }] }}
      newPage="/notes/new"
      query={notesQuery(filterOf({ ...search, of }))}
    >
      {(notes) => (
        <Rows label={page.title}>
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} inProject={project !== undefined} />
          ))}
        </Rows>
      )}
    </DocumentList>
  )
}
