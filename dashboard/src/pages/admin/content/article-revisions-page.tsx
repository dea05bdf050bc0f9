import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import type { Restoration } from '../../knowledge/restore-revision.ts'
import { RevisionsPage } from '../../knowledge/revisions-page.tsx'
import { texts as knowledgeTexts } from '../../knowledge/texts.ts'
import { type Article, type ContentKind, contentKinds, isContentKind } from './content-kinds.ts'
import { texts } from './texts.ts'

export function ArticleRevisionsPage() {
  const { kind, article } = useParams({ from: '/shell/admin/content/$kind/$article/revisions' })
  return isContentKind(kind) ? <Revisions kind={kind} at={article} /> : <NotFound />
}

function Revisions({ kind, at }: { kind: ContentKind; at: string }) {
  const [shownRevision, setShownRevision] = useState<number | null>(null)
  const { label, action } = knowledgeTexts.viewRevision
  return (
    <>
      <RevisionsPage<Article>
        query={useQuery(contentKinds[kind].get(at))}
        describe={(article) => ({
          at: article.id,
          title: article.title,
          latest: article.revision,
          restoration: restorationOf(kind, article),
          canRestore: true,
        })}
        search={useSearch({ from: '/shell/admin/content/$kind/$article/revisions' })}
      >
        {(revision) => (
          <Button aria-label={label(revision)} onClick={() => setShownRevision(revision)}>
            {action}
          </Button>
        )}
      </RevisionsPage>
      {shownRevision !== null && (
        <RevisionDialog kind={kind} at={at} revision={shownRevision} onClose={() => setShownRevision(null)} />
      )}
    </>
  )
}

/** Restores the whole text of a revision: also the summary and the texts for search engines. */
function restorationOf(kind: ContentKind, { id, version }: Article): Restoration {
  const operations = contentKinds[kind]
  return {
    kind: operations.kind,
    send: async (revision, reason) => {
      const { title, content, more } =
        kind === 'pages'
          ? await call('pages.getRevision', { page: id, revision })
          : await call('posts.getRevision', { post: id, revision })
      return operations.update(id, { title, content, ...textsIn(more), reason }, version)
    },
  }
}

function textsIn(more: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    ['summary', 'seoTitle', 'seoDescription'].flatMap((name) =>
      typeof more[name] === 'string' ? [[name, more[name]]] : [],
    ),
  )
}

interface RevisionDialogProps {
  kind: ContentKind
  at: string
  revision: number
  onClose: () => void
}

function RevisionDialog({ kind, at, revision, onClose }: RevisionDialogProps) {
  const query = useQuery({ ...contentKinds[kind].getRevision(at, revision), staleTime: Infinity })
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
