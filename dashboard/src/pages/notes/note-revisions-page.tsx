import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { read, useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { RevisionsPage } from '../knowledge/revisions-page.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { noteRestoration } from './note-changes.ts'
import { texts } from './texts.ts'

export function NoteRevisionsPage() {
  const { note } = useParams({ from: '/shell/notes/$note/revisions' })
  const [shownRevision, setShownRevision] = useState<number | null>(null)
  const { label, action } = knowledgeTexts.viewRevision
  return (
    <>
      <RevisionsPage
        query={useRead('notes.get', { note })}
        describe={(loaded) => ({
          at: loaded.id,
          title: loaded.title,
          latest: loaded.revision,
          restoration: noteRestoration(loaded),
          canRestore: loaded.may.edit,
        })}
        search={useSearch({ from: '/shell/notes/$note/revisions' })}
      >
        {(revision) => (
          <Button aria-label={label(revision)} onClick={() => setShownRevision(revision)}>
            {action}
          </Button>
        )}
      </RevisionsPage>
      {shownRevision !== null && (
        <RevisionDialog note={note} revision={shownRevision} onClose={() => setShownRevision(null)} />
      )}
    </>
  )
}

interface RevisionDialogProps {
  note: string
  revision: number
  onClose: () => void
}

function RevisionDialog({ note, revision, onClose }: RevisionDialogProps) {
  const query = useQuery({ ...read('notes.getRevision', { note, revision }), staleTime: Infinity })
  return (
    <Dialog title={texts.revisionDialog.title(revision)} onClose={onClose}>
      <Loaded query={query} noun={texts.revisionDialog.loading(revision)}>
        {({ title, content }) => (
          <>
            <p className="mb-2 text-lg font-semibold wrap-anywhere">{title}</p>
            <Markdown text={content} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
