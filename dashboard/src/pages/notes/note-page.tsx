import { Link, useParams } from '@tanstack/react-router'
import { PinIcon } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { DeleteDocument } from '../knowledge/delete-document.tsx'
import { DocumentHeader, DocumentPage, DocumentText, EditButton } from '../knowledge/document-page.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { MoveDialog } from './move-dialog.tsx'
import { NoteAside } from './note-aside.tsx'
import { usePinNote, useTickNote, useUnpublishNote } from './note-changes.ts'
import { NoteEditor } from './note-editor.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { Note } from './queries.ts'
import { contentWith } from '../knowledge/tick.ts'
import { withoutTitle } from '../knowledge/without-title.ts'
import { texts } from './texts.ts'

/** The page of a note, with its links and backlinks. */
export function NotePage() {
  const { note: id } = useParams({ from: '/shell/notes/$note' })
  return (
    <DocumentPage
      kind="note"
      query={useRead('notes.get', { note: id })}
      tabTitle={({ title }) => title}
      renderAside={(note) => <NoteAside note={note} />}
      renderEditor={(note, close) => <NoteEditor note={note} onClose={close} />}
    >
      {(note, edit) => (
        <>
          <NoteHeader note={note} onEdit={edit} />
          <NoteText note={note} />
          <AttachmentList item={note.id} />
        </>
      )}
    </DocumentPage>
  )
}

function NoteText({ note }: { note: Note }) {
  const tick = useTickNote(note)
  const text = withoutTitle(note)
  return (
    <DocumentText
      kind="note"
      text={text}
      notes={note.links}
      project={note.project?.slug}
      onTick={note.may.edit ? (changed) => tick.mutate(contentWith(note.content, text, changed)) : undefined}
    />
  )
}

function NoteHeader({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const { title, pinned, may, project } = note
  const pin = usePinNote()
  return (
    <DocumentHeader
      title={title}
      place={
        project ? (
          <Link
            to="/projects/$slug/notes"
            params={{ slug: project.slug }}
            className="hover:text-ink hover:underline"
          >
            {project.name}
          </Link>
        ) : (
          <span>{texts.private}</span>
        )
      }
      actions={
        may.edit && (
          <>
            <Button aria-pressed={pinned} onClick={() => pin.mutate({ note, pinned: !pinned })}>
              <span className={pinned ? 'text-accent' : ''}>
                <PinIcon />
              </span>
              {pinned ? texts.notePage.unpin : texts.notePage.pin}
            </Button>
            <EditButton onEdit={onEdit} />
            <NoteActions note={note} />
          </>
        )
      }
    />
  )
}

function NoteActions({ note }: { note: Note }) {
  const [open, setOpen] = useState<'publish' | 'move' | null>(null)
  const unpublish = useUnpublishNote(note)
  const { id, title, may, publicSlug } = note
  const close = () => setOpen(null)
  const { actions } = texts
  return (
    <>
      <RowMenu label={knowledgeTexts.actions(title)}>
        <MenuItem onSelect={() => setOpen('move')}>{actions.move}</MenuItem>
        {may.publish && (
          <MenuItem onSelect={() => setOpen('publish')}>
            {publicSlug ? actions.changeUrl : actions.publish}
          </MenuItem>
        )}
        {may.publish && publicSlug && (
          <MenuItem onSelect={() => unpublish.mutate()}>{actions.unpublish}</MenuItem>
        )}
        {may.delete && <DeleteDocument kind="note" id={id} at={id} name={texts.quoted(title)} />}
      </RowMenu>
      {open === 'move' && <MoveDialog note={note} onClose={close} />}
      {open === 'publish' && <PublishDialog note={note} onClose={close} />}
    </>
  )
}
