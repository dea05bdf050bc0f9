import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Building2Icon,
  CircleQuestionMarkIcon,
  FolderIcon,
  LogOutIcon,
  MessageCircleQuestionMarkIcon,
  PlusIcon,
  ShieldIcon,
  SunIcon,
} from 'lucide-react'
import type { Role } from '../client.ts'
import { isAtLeast } from '../my-role.ts'
import { openAsk } from '../pages/ask/open-ask.ts'
import { openCreateOrganization } from '../pages/organizations/create-organization.tsx'
import { openCreateTask } from '../pages/tasks/create/open-create-task.ts'
import { useSettingsPages } from '../pages/settings/use-settings-pages.ts'
import { useChooseTheme } from '../preferences.ts'
import { meQuery, projectsQuery } from '../queries.ts'
import { signOut } from '../shell/account-menu.tsx'
import { useSections } from '../shell/use-sections.ts'
import { switchOrganization } from '../switch-organization.ts'
import { themes } from '../ui/theme.ts'
import { type Command, hasWords } from './command.ts'
import { texts } from './texts.ts'

const maxDestinations = 20

/** Returns the pages to open, and the commands that are available everywhere. */
export function useDestinations(role: Role | undefined, typed: string): Command[] {
  const navigate = useNavigate()
  const me = useQuery(meQuery).data
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data ?? []
  const chooseTheme = useChooseTheme()
  const destinations: Command[] = [
    ...useSections(role).map(({ to, name, Icon }) => ({
      id: to,
      label: name,
      icon: <Icon />,
      run: () => void navigate({ to }),
    })),
    ...(me?.user.role === 'admin' && !me.credential.impersonator
      ? [
          {
            id: '/admin',
            label: texts.administration,
            icon: <ShieldIcon />,
            run: () => void navigate({ to: '/admin' }),
          },
        ]
      : []),
    {
      id: '/help',
      label: texts.handbook,
      icon: <CircleQuestionMarkIcon />,
      run: () => void navigate({ to: '/help' }),
    },
    ...(me?.organizations ?? [])
      .filter(({ id }) => id !== me?.organization?.id)
      .map((organization) => ({
        id: organization.id,
        label: texts.switchTo(organization.name),
        detail: organization.sandbox ? texts.sandbox : texts.organization,
        icon: <Building2Icon />,
        run: () => void switchOrganization(organization),
      })),
    ...useNewItemCommands(role),
    {
      id: 'new-organization',
      label: texts.newOrganization,
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
    ...useSettingsPages().map(({ to, name, about, Icon }) => ({
      id: to,
      label: texts.settings(name),
      detail: about,
      icon: <Icon />,
      run: () => void navigate({ to }),
    })),
    ...themes.map((name) => ({
      id: name,
      label: texts.theme(name),
      icon: <SunIcon />,
      run: () => chooseTheme(name),
    })),
    { id: 'sign-out', label: texts.signOut, icon: <LogOutIcon />, run: () => void signOut() },
  ]
  return destinations
    .filter(({ label, detail = '' }) => hasWords(`${detail} ${label}`, typed))
    .slice(0, maxDestinations)
}

/** Returns the commands that open the page where an item is created. */
function useNewItemCommands(role: Role | undefined): Command[] {
  const navigate = useNavigate()
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data
  if (!role) return []
  const icon = <PlusIcon />
  const newTask = { id: 'start-task', label: texts.newTask, detail: 'C', icon, run: () => openCreateTask() }
  const ask = {
    id: 'ask-question',
    label: texts.askQuestion,
    detail: 'Q',
    icon: <MessageCircleQuestionMarkIcon />,
    run: openAsk,
  }
  const taskCommands = [...(projects?.some(({ may }) => may.edit) ? [newTask] : []), ask]
  if (!isAtLeast(role, 'member')) return taskCommands
  return [
    ...taskCommands,
    { id: 'new-note', label: texts.newNote, icon, run: () => void navigate({ to: '/notes/new' }) },
    { id: 'new-agent', label: texts.newAgent, icon, run: () => void navigate({ to: '/agents/new' }) },
  ]
}
