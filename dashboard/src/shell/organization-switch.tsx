import { ChevronsUpDownIcon, PlusIcon } from 'lucide-react'
import type { Me, MyOrganization } from '../client.ts'
import { openCreateOrganization } from '../pages/organizations/create-organization.tsx'
import { switchOrganization } from '../switch-organization.ts'
import { Badge } from '../ui/badge.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem } from '../ui/menu.tsx'
import { texts } from './texts.ts'

const labels = texts.organizationSwitch

interface OrganizationSwitchProps {
  me: Me
  /** Whether only the icon is visible. */
  compact: boolean
  onNavigate: (() => void) | undefined
}

/** The current organization, with a menu to switch to another one or to create one. */
export function OrganizationSwitch({ me, compact, onNavigate }: OrganizationSwitchProps) {
  const { organization: current, organizations } = me
  const choice = (organization: MyOrganization) => (
    <MenuChoice
      key={organization.id}
      chosen={organization.id === current?.id}
      onSelect={() => {
        if (organization.id === current?.id) return
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
      label={labels.label(current?.name ?? labels.none)}
      button={
        <>
          <img src="/baton.svg" alt="" className="size-5.5" />
          {!compact && (
            <>
              <span className="min-w-0 truncate font-semibold">{current?.name ?? 'Baton'}</span>
              {current?.sandbox && <Badge tone="attention">{labels.test}</Badge>}
              <span className="ml-auto text-muted">
                <ChevronsUpDownIcon />
              </span>
            </>
          )}
        </>
      }
      buttonClassName="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
      className="w-64"
    >
      {live!.length > 0 && <MenuGroup label={labels.organizations}>{live}</MenuGroup>}
      {sandboxes!.length > 0 && <MenuGroup label={labels.sandboxes}>{sandboxes}</MenuGroup>}
      <div className="not-first:mt-1 not-first:border-t not-first:pt-1">
        <MenuItem
          icon={<PlusIcon />}
          onSelect={() => {
            onNavigate?.()
            openCreateOrganization()
          }}
        >
          {labels.newOrganization}
        </MenuItem>
      </div>
    </Menu>
  )
}
