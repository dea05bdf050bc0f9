import type { Me, MyOrganization } from '../client.ts'
import { openCreateOrganization } from '../pages/organizations/create-organization.tsx'
import { switchOrganization } from '../switch-organization.ts'
import { Badge } from '../ui/badge.tsx'
import { PlusIcon, SwitchIcon } from '../ui/icons.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem } from '../ui/menu.tsx'

/** Where one works, the way to another organization that one is in, and to a new one. */
export function OrganizationSwitch({ me, onNavigate }: { me: Me; onNavigate?: (() => void) | undefined }) {
  const { organization: present, organizations } = me
  const choice = (organization: MyOrganization) => (
    <MenuChoice
      key={organization.id}
      chosen={organization.id === present?.id}
      onSelect={() => {
        if (organization.id === present?.id) return
        onNavigate?.()
        void switchOrganization(organization)
      }}
    >
      <span className="block truncate">{organization.name}</span>
    </MenuChoice>
  )
  const [live, sandboxes] = [false, true].map((sandbox) =>
    organizations.filter((organization) => organization.sandbox === sandbox).map(choice),
  )
  return (
    <Menu
      label={`Organization: ${present?.name ?? 'none'}`}
      button={
        <>
          <img src="/baton.svg" alt="Baton" className="size-5.5" />
          <span className="min-w-0 truncate font-semibold">{present?.name ?? 'Baton'}</span>
          {present?.sandbox && <Badge tone="attention">Test</Badge>}
          <span className="ml-auto text-muted">
            <SwitchIcon />
          </span>
        </>
      }
      buttonClassName="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
      className="w-64"
    >
      {live!.length > 0 && <MenuGroup label="Organizations">{live}</MenuGroup>}
      {sandboxes!.length > 0 && <MenuGroup label="Sandboxes">{sandboxes}</MenuGroup>}
      <div className="not-first:mt-1 not-first:border-t not-first:pt-1">
        <MenuItem
          icon={<PlusIcon />}
          onSelect={() => {
            onNavigate?.()
            openCreateOrganization()
          }}
        >
          New organization…
        </MenuItem>
      </div>
    </Menu>
  )
}
