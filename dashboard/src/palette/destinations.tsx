import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Role } from '../client.ts'
import { isAtLeast } from '../my-role.ts'
import { openCreateOrganization } from '../pages/organizations/create-organization.tsx'
import { settingsPages } from '../pages/settings/settings-pages.ts'
import { useChooseTheme } from '../preferences.ts'
import { meQuery, projectsQuery } from '../queries.ts'
import { signOut } from '../shell/account-menu.tsx'
import { sections } from '../shell/sections.ts'
import { switchOrganization } from '../switch-organization.ts'
import { BuildingIcon, FolderIcon, HelpIcon, PlusIcon, SignOutIcon, SunIcon } from '../ui/icons.tsx'
import { themes } from '../ui/theme.ts'
import { type Command, hasWords } from './command.ts'
import { useProjectHere } from './makings.tsx'

const most = 20

/** Pages to go to, and what can be begun from anywhere. */
export function useDestinations(role: Role | undefined, typed: string): Command[] {
  const navigate = useNavigate()
  const me = useQuery(meQuery).data
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data ?? []
  const chooseTheme = useChooseTheme()
  const places: Command[] = [
    ...sections
      .filter(({ least = 'guest' }) => role && isAtLeast(role, least))
      .map(({ to, name, Icon }) => ({
        id: to,
        label: name,
        icon: <Icon />,
        run: () => void navigate({ to }),
      })),
    { id: '/help', label: 'Handbook', icon: <HelpIcon />, run: () => void navigate({ to: '/help' }) },
    ...(me?.organizations ?? [])
      .filter(({ id }) => id !== me?.organization?.id)
      .map((organization) => ({
        id: organization.id,
        label: `Go to ${organization.name}`,
        detail: organization.sandbox ? 'sandbox' : 'organization',
        icon: <BuildingIcon />,
        run: () => void switchOrganization(organization),
      })),
    ...useBeginnings(role),
    {
      id: 'new-organization',
      label: 'New organization',
      icon: <PlusIcon />,
      run: openCreateOrganization,
    },
    ...projects.map(({ id, slug: to, name, key }) => ({
      id,
      label: name,
      detail: key,
      icon: <FolderIcon />,
      run: () => void navigate({ to: '/projects/$slug', params: { slug: to } }),
    })),
    ...settingsPages.map(({ to, name, about, Icon }) => ({
      id: to,
      label: `Settings: ${name}`,
      detail: about,
      icon: <Icon />,
      run: () => void navigate({ to }),
    })),
    ...themes.map((name) => ({
      id: name,
      label: `Theme: ${name}`,
      icon: <SunIcon />,
      run: () => chooseTheme(name),
    })),
    { id: 'sign-out', label: 'Sign out', icon: <SignOutIcon />, run: () => void signOut() },
  ]
  return places.filter(({ label, detail = '' }) => hasWords(`${detail} ${label}`, typed)).slice(0, most)
}

/** What is made on a page of its own. */
function useBeginnings(role: Role | undefined): Command[] {
  const navigate = useNavigate()
  const here = useProjectHere(role)
  if (!role || !isAtLeast(role, 'member')) return []
  const icon = <PlusIcon />
  async function beginTask(slug: string): Promise<void> {
    await navigate({ to: '/projects/$slug', params: { slug } })
    document.querySelector<HTMLElement>('input[aria-label="New task"]')?.focus()
  }
  return [
    ...(here?.may.edit
      ? [{ id: 'begin-task', label: 'New task', icon, run: () => void beginTask(here.slug) }]
      : []),
    { id: 'new-note', label: 'New note', icon, run: () => void navigate({ to: '/notes/new' }) },
    { id: 'new-agent', label: 'New agent', icon, run: () => void navigate({ to: '/agents/new' }) },
  ]
}
