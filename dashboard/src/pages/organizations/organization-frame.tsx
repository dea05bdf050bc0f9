import { Outlet } from '@tanstack/react-router'
import { roleNames } from '../../roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { texts } from './texts.ts'
import { type Organization, ThisOrganization } from './this-organization.tsx'

/** The frame of the organization's settings pages. */
export function OrganizationFrame() {
  return <ThisOrganization>{(organization) => <Framed organization={organization} />}</ThisOrganization>
}

function Framed({ organization }: { organization: Organization }) {
  const labels = texts.organizationFrame
  return (
    <div className={`max-w-4xl ${pageInset}`}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h1 className={`min-w-0 ${headingClass}`}>{organization.name}</h1>
        <Badge>{labels.yourRole(roleNames[organization.role])}</Badge>
      </div>
      {organization.sandbox ? <Empty {...labels.sandbox} /> : <Outlet />}
    </div>
  )
}
