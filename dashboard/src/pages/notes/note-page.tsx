import { Link, useParams } from '@tanstack/react-router'
import { PencilIcon, PinIcon } from 'lucide-react'
import { useState } from 'react'
import { isNotFound } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Document } from '../knowledge/page-frame.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NoteAside } from './note-aside.tsx'
import { useDeleteNote, usePinNote, useUnpublishNote } from './note-changes.ts'
import { NoteEditor } from './note-editor.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { Note } from './queries.ts'
import { withoutTitle } from './without-title.ts'
import { texts } from './texts.ts'

/** The page of a note, with its links and backlinks. */
export function NotePage() {
  const { note: id } = useParams({ from: '/shell/notes/$note' })
  const query = useRead('notes.get', { note: id })
  const [editing, setEditing] = useState<string | null>(null)
  if (query.isPending) return <Loading noun={texts.notePage.loading} />
  if (!query.data || isNotFound(query.error))
    return (
      <LoadError error={query.error!} onRetry={() => void query.refetch()}>
        <Link to="/notes" className="self-center font-medium text-accent underline underline-offset-2">
          {texts.notePage.allNotes}
        </Link>
      </LoadError>
    )
  const note = query.data
  if (editing === note.id) return <NoteEditor note={note} onClose={() => setEditing(null)} />
  return (
    <Document key={note.id} titleId="note-title" aside={<NoteAside note={note} />}>
      <title>{`${note.title} · Baton`}</title>
      <NoteHeader note={note} onEdit={() => setEditing(note.id)} />
      {note.content.trim() ? (
        <Markdown
          text={withoutTitle(note)}
          notes={note.links}
          project={note.project?.slug}
          className="max-w-[46rem] text-[15px] leading-relaxed"
        />
      ) : (
        <p className="text-muted">{texts.notePage.empty}</p>
      )}
    </Document>
  )
}

function NoteHeader({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const { title, pinned, may, project } = note
  const pin = usePinNote()
  return (
    <header className="mb-5">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <nav
          aria-label={texts.notePage.breadcrumb}
          className="flex items-center gap-2 text-[13px] text-muted"
        >
          <Link to="/notes" className="hover:text-ink hover:underline">
            {texts.notePage.notes}
          </Link>
          <span aria-hidden>/</span>
          {project ? (
            <Link
              to="/projects/$slug/notes"
              params={{ slug: project.slug }}
              className="hover:text-ink hover:underline"
            >
              {project.name}
            </Link>
          ) : (
            <span>{texts.private}</span>
          )}
        </nav>
        {may.edit && (
          <span className="ml-auto flex items-center gap-2">
            <Button aria-pressed={pinned} onClick={() => pin.mutate({ note, pinned: !pinned })}>
              <span className={pinned ? 'text-accent' : ''}>
                <PinIcon />
              </span>
              {pinned ? texts.notePage.unpin : texts.notePage.pin}
            </Button>
            <Button onClick={onEdit}>
              <PencilIcon /> {texts.notePage.edit}
            </Button>
            <NoteActions note={note} />
          </span>
        )}
      </div>
      <h1 id="note-title" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {title}
      </h1>
    </header>
  )
}

function NoteActions({ note }: { note: Note }) {
  const [open, setOpen] = useState<'publish' | 'move' | null>(null)
  const unpublish = useUnpublishNote(note)
  const remove = useDeleteNote(note)
  const { title, may, publicSlug } = note
  const close = () => setOpen(null)
  const { actions } = texts
  return (
    <>
      <RowMenu label={actions.label(title)}>
        <MenuItem onSelect={() => setOpen('move')}>{actions.move}</MenuItem>
        {may.publish && (
          <MenuItem onSelect={() => setOpen('publish')}>
            {publicSlug ? actions.changeUrl : actions.publish}
          </MenuItem>
        )}
        {may.publish && publicSlug && (
          <MenuItem onSelect={() => unpublish.mutate()}>{actions.unpublish}</MenuItem>
        )}
        {may.delete && (
          <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
            {actions.delete}
          </MenuItem>
        )}
      </RowMenu>
      {open === 'move' && <MoveDialog note={note} onClose={close} />}
      {open === 'publish' && <PublishDialog note={note} onClose={close} />}
    </>
  )
}
