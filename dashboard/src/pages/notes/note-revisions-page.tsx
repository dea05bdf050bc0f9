import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readPages, useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { RevisionsView } from '../knowledge/revisions-view.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { noteRestoration } from './note-changes.ts'
import { texts } from './texts.ts'

export function NoteRevisionsPage() {
  const { note: id } = useParams({ from: '/shell/notes/$note/revisions' })
  const search = useSearch({ from: '/shell/notes/$note/revisions' })
  const [shownRevision, setShownRevision] = useState<number | null>(null)
  const { viewRevision, revisionList } = knowledgeTexts
  return (
    <Loaded query={useRead('notes.get', { note: id })} noun={revisionList.loading}>
      {(note) => (
        <>
          <RevisionsView
            title={note.title}
            at={id}
            latest={note.revision}
            search={search}
            list={readPages('notes.listRevisions', { note: id, limit: 100 })}
            compare={(from, to) => read('notes.compare', { note: id, from, to })}
            text={(revision) => read('notes.getRevision', { note: id, revision })}
            restoration={noteRestoration(note)}
            canRestore={note.may.edit}
          >
            {(revision) => (
              <Button aria-label={viewRevision.label(revision)} onClick={() => setShownRevision(revision)}>
                {viewRevision.action}
              </Button>
            )}
          </RevisionsView>
          {shownRevision !== null && (
            <RevisionDialog note={id} revision={shownRevision} onClose={() => setShownRevision(null)} />
          )}
        </>
      )}
    </Loaded>
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
