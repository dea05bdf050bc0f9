import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound } from '../../client.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PublicFrame } from '../public/public-frame.tsx'
import { texts } from './texts.ts'

interface PublicDocumentProps<Shown> {
  /** The noun for the document: "note". */
  noun: string
  query: UseQueryResult<Shown>
  children: (shown: Shown) => ReactNode
}

/** A public page, or an empty state if the document isn't public. */
export function PublicDocument<Shown>({ noun, query, children }: PublicDocumentProps<Shown>) {
  const { pageTitle, title, text } = texts.publicDocument
  return (
    <PublicFrame>
      {query.isPending ? (
        <Loading noun={noun} />
      ) : query.data && !isNotFound(query.error) ? (
        children(query.data)
      ) : isNotFound(query.error) ? (
        <>
          <title>{`${pageTitle} · Baton`}</title>
          <Empty title={title} text={text(noun)} />
        </>
      ) : (
        <LoadError error={query.error!} onRetry={() => void query.refetch()} />
      )}
    </PublicFrame>
  )
}
