import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readPages, useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { RestoreRevision } from '../knowledge/restore-revision.tsx'
import { RevisionsView } from '../knowledge/revisions-view.tsx'
import { useRestoreNote } from './note-changes.ts'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

export function NoteRevisionsPage() {
  const { note: id } = useParams({ from: '/shell/notes/$note/revisions' })
  const query = useRead('notes.get', { note: id })
  if (query.isPending) return <Loading noun={texts.revisionsPage.loading} />
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  return <Revisions note={query.data} />
}

function Revisions({ note }: { note: Note }) {
  const { from, to } = useSearch({ from: '/shell/notes/$note/revisions' })
  const [shownRevision, setShownRevision] = useState<number | null>(null)
  const restore = useRestoreNote(note)
  const { id, title, revision: latest, may } = note
  return (
    <>
      <RevisionsView
        title={title}
        back={
          <Link to="/notes/$note" params={{ note: id }} className="hover:text-ink hover:underline">
            {texts.revisionsPage.back}
          </Link>
        }
        latest={latest}
        {...{ from, to }}
        list={readPages('notes.listRevisions', { note: id, limit: 100 })}
        compare={(one, other) => read('notes.compare', { note: id, from: one, to: other })}
        text={(revision) => read('notes.getRevision', { note: id, revision })}
      >
        {({ revision }) => (
          <>
            <Button
              aria-label={texts.revisionsPage.viewRevision(revision)}
              onClick={() => setShownRevision(revision)}
            >
              {texts.revisionsPage.view}
            </Button>
            {may.edit && <RestoreRevision {...{ revision, restore }} />}
          </>
        )}
      </RevisionsView>
      {shownRevision !== null && (
        <RevisionDialog note={id} revision={shownRevision} onClose={() => setShownRevision(null)} />
      )}
    </>
  )
}

function RevisionDialog({
  note,
  revision,
  onClose,
}: {
  note: string
  revision: number
  onClose: () => void
}) {
  const query = useQuery({ ...read('notes.getRevision', { note, revision }), staleTime: Infinity })
  return (
    <Dialog title={texts.revisionsPage.revision(revision)} onClose={onClose}>
      {query.data ? (
        <>
          <p className="mb-2 text-lg font-semibold wrap-anywhere">{query.data.title}</p>
          <Markdown text={query.data.content} />
        </>
      ) : query.error ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading noun={texts.revisionsPage.loadingRevision(revision)} />
      )}
    </Dialog>
  )
}
