import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { texts } from './texts.ts'

export type Organization = OutputOf<'organizations.get'>

/** Renders its children with the current organization. */
export function ThisOrganization({ children }: { children: (organization: Organization) => ReactNode }) {
  const query = useRead('organizations.get', {})
  if (query.isPending) return <Loading what={texts.organizationFrame.loading} />
  if (!query.data) return <Trouble error={query.error} onRetry={() => void query.refetch()} />
  return children(query.data)
}
