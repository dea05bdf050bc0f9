import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { FindField } from '../knowledge/find-field.tsx'
import { ListBar, ListFrame } from '../knowledge/page-frame.tsx'
import { ProjectFilter } from '../knowledge/project-choice.tsx'
import { ChosenTag } from '../knowledge/tags.tsx'
import { useProject } from '../projects/this-project.ts'
import { NoteRow } from './note-row.tsx'
import { type NoteSearch, filterOf, notesQuery, own } from './queries.ts'

/** Everybody's own notes, and those of the projects that they see. */
export function NotesPage() {
  const search = useSearch({ from: '/shell/notes' })
  return (
    <ListFrame title="Notes" inProject={false}>
      <title>Notes · Baton</title>
      <NoteList search={search} mayCreate />
    </ListFrame>
  )
}

export function ProjectNotesPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/notes' })
  const { find, tag } = useSearch({ from: '/shell/projects/$slug/notes' })
  const { name, may, archivedAt } = useProject()
  return (
    <ListFrame title="Notes" inProject>
      <title>{`Notes of ${name} · Baton`}</title>
      <NoteList search={{ find, tag }} project={slug} mayCreate={may.edit && !archivedAt} />
    </ListFrame>
  )
}

interface NoteListProps {
  search: NoteSearch
  project?: string
  mayCreate: boolean
}

function NoteList({ search, project, mayCreate }: NoteListProps) {
  const navigate = useNavigate()
  const show = (change: NoteSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace: true })
  const where = project ?? (search.of === own ? undefined : search.of)
  const create = mayCreate && (
    <LinkButton kind="primary" to="/notes/new" search={{ of: where }}>
      <PlusIcon /> New note
    </LinkButton>
  )
  return (
    <>
      <ListBar action={create}>
        <FindField label="Find notes" value={search.find} onChange={(find) => show({ find })} />
        {!project && (
          <ProjectFilter
            all="All notes"
            others={[{ value: own, name: 'Only mine, of no project' }]}
            value={search.of}
            onChange={(of) => show({ of })}
          />
        )}
        <ChosenTag tag={search.tag} />
      </ListBar>
      <PagesOf
        query={notesQuery(filterOf({ ...search, ...(project && { of: project }) }))}
        what="notes"
        empty={<NoNotes filtered={Boolean(search.find ?? search.tag ?? search.of)}>{create}</NoNotes>}
      >
        {(notes) => (
          <ul aria-label="Notes" className="divide-y rounded-lg border bg-surface">
            {notes.map((note) => (
              <NoteRow key={note.id} note={note} inProject={project !== undefined} />
            ))}
          </ul>
        )}
      </PagesOf>
    </>
  )
}

function NoNotes({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  if (filtered) return <Empty title="No such notes" text="Nothing here matches what you are looking for." />
  return (
    <Empty
      title="Write down what should not be forgotten"
      text="A note is markdown. Write [[ to link another note or an item; what links here is shown beside it. Agents read the notes of their projects too."
    >
      {children}
    </Empty>
  )
}
