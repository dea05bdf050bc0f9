import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { texts } from './texts.ts'

export type Organization = OutputOf<'organizations.get'>

/** Renders its children with the current organization. */
export function ThisOrganization({ children }: { children: (organization: Organization) => ReactNode }) {
  const query = useRead('organizations.get', {})
  if (query.isPending) return <Loading noun={texts.organizationFrame.loading} />
  if (!query.data) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  return children(query.data)
}
