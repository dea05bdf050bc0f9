import type { Me, MyOrganization } from '../client.ts'
import { switchOrganization } from '../switch-organization.ts'
import { Badge } from '../ui/badge.tsx'
import { SwitchIcon } from '../ui/icons.tsx'
import { Menu, MenuChoice, MenuGroup } from '../ui/menu.tsx'

/** Where one works; and, for whoever is in several organizations, the way to another one. */
export function OrganizationSwitch({ me, onNavigate }: { me: Me; onNavigate?: (() => void) | undefined }) {
  const { organization: present, organizations } = me
  const name = (
    <>
      <img src="/baton.svg" alt="Baton" className="size-5.5" />
      <span className="min-w-0 truncate font-semibold">{present?.name}</span>
      {present?.sandbox && <Badge tone="attention">Test</Badge>}
    </>
  )
  const others = organizations.filter(({ id }) => id !== present?.id)
  if (others.length === 0) return <div className="flex min-h-8 items-center gap-2 px-1.5">{name}</div>

  const choice = (organization: MyOrganization) => (
    <MenuChoice
      key={organization.id}
      chosen={organization.id === present?.id}
      onSelect={() => {
        if (organization.id === present?.id) return
        onNavigate?.()
        void switchOrganization(organization.id)
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
          {name}
          <span className="ml-auto text-muted">
            <SwitchIcon />
          </span>
        </>
      }
      buttonClassName="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
      className="w-64"
    >
      <MenuGroup label="Organizations">{live}</MenuGroup>
      {sandboxes!.length > 0 && <MenuGroup label="Sandboxes">{sandboxes}</MenuGroup>}
    </Menu>
  )
}
