import { Outlet } from '@tanstack/react-router'
import { isAtLeast } from '../../my-role.ts'
import { roleNames } from '../../roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { useInvitableTeams } from '../invitations/invitable-teams.ts'
import { texts } from './texts.ts'
import { type Organization, ThisOrganization } from './this-organization.tsx'

/** The frame of the organization's settings pages. */
export function OrganizationFrame() {
  return <ThisOrganization>{(organization) => <Framed organization={organization} />}</ThisOrganization>
}

function Framed({ organization }: { organization: Organization }) {
  const labels = texts.organizationFrame
  const tabs = useTabs(organization)
  return (
    <div className="mx-auto max-w-4xl px-4 pb-16 md:px-8">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 pt-6 pb-3 md:pt-8">
        <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{organization.name}</h1>
        <Badge>{labels.yourRole(roleNames[organization.role])}</Badge>
      </div>
      {organization.sandbox ? (
        <Empty {...labels.sandbox} />
      ) : (
        <>
          {tabs.length > 1 && <Tabs label={labels.tabs.label} tabs={tabs} />}
          <Outlet />
        </>
      )}
    </div>
  )
}

/** Returns the tabs that the user can open. Guests don't see members, and only inviters see invitations. */
function useTabs({ role, members, may, sandbox }: Organization): Tab[] {
  const { tabs } = texts.organizationFrame
  const canInvite = (useInvitableTeams()?.length ?? 0) > 0
  const settings: Tab = { to: '/organization', name: tabs.settings, activeOptions: { exact: true } }
  if (sandbox || !isAtLeast(role, 'member')) return [settings]
  return [
    settings,
    { to: '/organization/members', name: tabs.members, count: members ?? undefined },
    ...(may.manageMembers || canInvite
      ? [{ to: '/organization/invitations', name: tabs.invitations } as const]
      : []),
    { to: '/organization/workflows', name: tabs.workflows },
    ...(isAtLeast(role, 'admin') ? [{ to: '/organization/webhooks', name: tabs.webhooks } as const] : []),
    { to: '/organization/plan', name: tabs.plan },
  ]
}
