import type { ReactNode } from 'react'
import { isNotFound } from '../client.ts'
import { LoadError } from './load-error.tsx'
import { Loading } from './spinner.tsx'

export interface LoadedProps<Data> {
  /** The result of `useQuery`, `useInfiniteQuery` or `useRead`. */
  query: { isPending: boolean; data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** The noun of the data, such as "members". */
  noun: string
  /** A link to another page, shown below the error. */
  errorLink?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders its children with the data of a query, and before that its loading state or its error. */
export function Loaded<Data>({ query, noun, errorLink, children }: LoadedProps<Data>) {
  const { isPending, data, error, refetch } = query
  if (isPending) return <Loading noun={noun} />
  // The cache still has the data of a deleted item.
  if (data === undefined || isNotFound(error))
    return (
      <LoadError error={error!} onRetry={() => void refetch()}>
        {errorLink}
      </LoadError>
    )
  return children(data)
}
