import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { FindField } from '../knowledge/find-field.tsx'
import { ListBar, ListFrame } from '../knowledge/page-frame.tsx'
import { ProjectFilter } from '../knowledge/project-choice.tsx'
import { ChosenTag } from '../knowledge/tags.tsx'
import { useProject } from '../projects/this-project.ts'
import { NoteRow } from './note-row.tsx'
import { type NoteSearch, filterOf, notesQuery, own } from './queries.ts'
import { texts } from './texts.ts'

/** The user's private notes and the notes of visible projects. */
export function NotesPage() {
  const search = useSearch({ from: '/shell/notes' })
  return (
    <ListFrame title={texts.notesPage.title} inProject={false}>
      <title>{`${texts.notesPage.title} · Baton`}</title>
      <NoteList search={search} mayCreate />
    </ListFrame>
  )
}

export function ProjectNotesPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/notes' })
  const { find, tag } = useSearch({ from: '/shell/projects/$slug/notes' })
  const { name, may, archivedAt } = useProject()
  return (
    <ListFrame title={texts.notesPage.title} inProject>
      <title>{`${texts.notesPage.projectTitle(name)} · Baton`}</title>
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
  const page = texts.notesPage
  const navigate = useNavigate()
  const show = (change: NoteSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace: true })
  const where = project ?? (search.of === own ? undefined : search.of)
  const create = mayCreate && (
    <LinkButton kind="primary" to="/notes/new" search={{ of: where }}>
      <PlusIcon /> {page.create}
    </LinkButton>
  )
  return (
    <>
      <ListBar action={create}>
        <FindField label={page.search} value={search.find} onChange={(find) => show({ find })} />
        {!project && (
          <ProjectFilter
            all={page.allNotes}
            others={[{ value: own, name: page.privateNotes }]}
            value={search.of}
            onChange={(of) => show({ of })}
          />
        )}
        <ChosenTag tag={search.tag} />
      </ListBar>
      <PagedList
        query={notesQuery(filterOf({ ...search, ...(project && { of: project }) }))}
        noun={page.noun}
        empty={<NoNotes filtered={Boolean(search.find ?? search.tag ?? search.of)}>{create}</NoNotes>}
      >
        {(notes) => (
          <ul aria-label={page.label} className="divide-y rounded-lg border bg-surface">
            {notes.map((note) => (
              <NoteRow key={note.id} note={note} inProject={project !== undefined} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function NoNotes({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  const { empty, noMatches } = texts.notesPage
  if (filtered) return <Empty {...noMatches} />
  return <Empty {...empty}>{children}</Empty>
}
