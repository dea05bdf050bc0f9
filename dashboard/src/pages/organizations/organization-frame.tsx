import { Outlet } from '@tanstack/react-router'
import { isAtLeast } from '../../my-role.ts'
import { roleNames } from '../../roles.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { useOpenTeams } from '../invitations/open-teams.ts'
import { type Organization, ThisOrganization } from './this-organization.tsx'

/** What there is to an organization itself, besides the work in it. */
export function OrganizationFrame() {
  return <ThisOrganization>{(organization) => <Framed organization={organization} />}</ThisOrganization>
}

function Framed({ organization }: { organization: Organization }) {
  const tabs = useTabs(organization)
  return (
    <div className="mx-auto max-w-4xl px-4 pb-16 md:px-8">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 pt-6 pb-3 md:pt-8">
        <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{organization.name}</h1>
        <Badge>You: {roleNames[organization.role]}</Badge>
      </div>
      {organization.sandbox ? (
        <Empty
          title="A sandbox has neither people nor settings of its own"
          text="The same people are in it as in the organization that it belongs to. Go there in the menu above your projects to look after both."
        />
      ) : (
        <>
          {tabs.length > 1 && <Tabs label="Organization" tabs={tabs} />}
          <Outlet />
        </>
      )}
    </div>
  )
}

/** Guests learn nothing of the others; who invites nobody has no invitations to look after. */
function useTabs({ role, members, may, sandbox }: Organization): Tab[] {
  const invites = (useOpenTeams()?.length ?? 0) > 0
  const settings: Tab = { to: '/organization', name: 'Settings', activeOptions: { exact: true } }
  if (sandbox || !isAtLeast(role, 'member')) return [settings]
  return [
    settings,
    { to: '/organization/members', name: 'Members', count: members ?? undefined },
    ...(may.manageMembers || invites
      ? [{ to: '/organization/invitations', name: 'Invitations' } as const]
      : []),
    { to: '/organization/workflows', name: 'Workflows' },
    ...(isAtLeast(role, 'admin') ? [{ to: '/organization/webhooks', name: 'Webhooks' } as const] : []),
    { to: '/organization/plan', name: 'Plan' },
  ]
}
