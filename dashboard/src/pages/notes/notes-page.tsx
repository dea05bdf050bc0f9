import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import type { ProjectWithStats } from '../../client.ts'
import { Rows } from '../../ui/section.tsx'
import { DocumentList, NewDocumentLink } from '../knowledge/document-list.tsx'
import { FindField } from '../knowledge/find-field.tsx'
import { ProjectFilter } from '../knowledge/project-choice.tsx'
import { ChosenTag } from '../knowledge/tags.tsx'
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

interface NoteListProps {
  search: NoteSearch
  project?: ProjectWithStats
  canCreate: boolean
}

function NoteList({ search, project, canCreate }: NoteListProps) {
  const page = texts.notesPage
  const show = useChangeSearch<NoteSearch>()
  const of = project?.slug ?? search.of
  return (
    <DocumentList
      texts={page}
      project={project}
      query={notesQuery(filterOf({ ...search, of }))}
      filter={search}
      filters={
        <>
          <FindField label={page.search} value={search.find} onChange={(find) => show({ find })} />
          {!project && (
            <ProjectFilter
              all={page.allNotes}
              others={[{ value: own, name: page.privateNotes }]}
              value={search.of}
              onChange={(chosen) => show({ of: chosen })}
            />
          )}
          <ChosenTag tag={search.tag} />
        </>
      }
      actions={
        canCreate && (
          <NewDocumentLink to="/notes/new" search={{ of: of === own ? undefined : of }}>
            {page.create}
          </NewDocumentLink>
        )
      }
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
