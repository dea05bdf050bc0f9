import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { texts } from './texts.ts'

export type Organization = OutputOf<'organizations.get'>

/** Renders its children with the current organization. */
export function ThisOrganization({ children }: { children: (organization: Organization) => ReactNode }) {
  const query = useRead('organizations.get', {})
  return (
    <Loaded query={query} noun={texts.organizationFrame.loading}>
      {children}
    </Loaded>
  )
}
