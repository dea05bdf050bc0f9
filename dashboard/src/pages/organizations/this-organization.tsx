import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { organizationQuery } from './queries.ts'
import { texts } from './texts.ts'

export type Organization = OutputOf<'organizations.get'>

/** Renders its children with the current organization. */
export function ThisOrganization({ children }: { children: (organization: Organization) => ReactNode }) {
  const query = useQuery(organizationQuery)
  if (query.isPending) return <Loading noun={texts.organizationFrame.loading} />
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  return children(query.data)
}
