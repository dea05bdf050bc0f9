import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isNotFound } from '../../client.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { PublicFrame } from '../public/public-frame.tsx'

interface PublicDocumentProps<Shown> {
  /** "note". */
  what: string
  query: UseQueryResult<Shown>
  children: (shown: Shown) => ReactNode
}

/** A page for everybody, or that there is none. */
export function PublicDocument<Shown>({ what, query, children }: PublicDocumentProps<Shown>) {
  return (
    <PublicFrame>
      {query.isPending ? (
        <Loading what={`the ${what}`} />
      ) : query.data && !isNotFound(query.error) ? (
        children(query.data)
      ) : isNotFound(query.error) ? (
        <>
          <title>Not public · Baton</title>
          <Empty
            title="There is nothing public here"
            text={`The address may be mistyped, or the ${what} is no longer shown to everybody.`}
          />
        </>
      ) : (
        <Trouble error={query.error!} onRetry={() => void query.refetch()} />
      )}
    </PublicFrame>
  )
}
