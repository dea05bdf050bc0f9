import { Outlet } from '@tanstack/react-router'
import { Empty } from '../../ui/empty.tsx'
import { PageHeading, pageInset } from '../../ui/page.tsx'
import { texts } from './texts.ts'
import { ThisOrganization } from './this-organization.tsx'

/** The padding of the organization's settings pages. A sandbox has none of them. */
export function OrganizationFrame() {
  return (
    <ThisOrganization>
      {({ name, sandbox }) => (
        <div className={`max-w-4xl ${pageInset}`}>
          {sandbox ? (
            <>
              <PageHeading title={name} />
              <Empty {...texts.organizationFrame.sandbox} />
            </>
          ) : (
            <Outlet />
          )}
        </div>
      )}
    </ThisOrganization>
  )
}
