import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Role } from '../client.ts'
import { askForOrganization } from '../pages/organizations/create-organization.tsx'
import { useCreateProject } from '../pages/projects/project-changes.ts'
import { settingsPages } from '../pages/settings/settings-pages.ts'
import { loadedTasks } from '../pages/tasks/task-cache.ts'
import { useCreateTask } from '../pages/tasks/task-changes.ts'
import { useChooseTheme } from '../preferences.ts'
import { isAtLeast } from '../my-role.ts'
import { meQuery, projectsQuery } from '../queries.ts'
import { signOut } from '../shell/account-menu.tsx'
import { sections } from '../shell/sections.ts'
import { switchOrganization } from '../switch-organization.ts'
import {
  BuildingIcon,
  FolderIcon,
  HelpIcon,
  PlusIcon,
  SearchIcon,
  SignOutIcon,
  SunIcon,
  TaskIcon,
} from '../ui/icons.tsx'
import { themes } from '../ui/theme.ts'
import { useFoundCommands } from './found-commands.tsx'

export interface Command {
  id: string
  label: string
  icon: ReactNode
  /** Beside the label; found by it too. */
  detail?: string
  /** Below the label: where the words were found. */
  more?: ReactNode
  run(): void
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

/** Everything the palette offers for what was typed: places, what was found, what can be made of the words, the question. */
export function useCommands(typed: string): CommandGroup[] {
  const { slug } = useParams({ strict: false })
  const role = useQuery(meQuery).data?.organization?.role
  const cache = useQueryClient()
  const navigate = useNavigate()
  const places = usePlaces(role, typed)
  const found = useFoundCommands(typed, role !== undefined)
  const makings = useMakings(role, typed)
  const near = slug && typed ? loadedTasks(cache, slug) : []
  const tasks = near.filter(({ key, title }) => hasWords(`${key} ${title}`, typed)).slice(0, mostTasks)
  const here: Command[] = tasks.map(({ id, key, title }) => ({
    id,
    label: title,
    detail: key,
    icon: <TaskIcon />,
    run: () => void navigate({ to: '/projects/$slug', params: { slug: slug! }, search: { task: key } }),
  }))
  const ask: Command[] =
    typed && role
      ? [
          {
            id: 'ask',
            label: `Ask: ${typed}`,
            detail: 'everything that is known',
            icon: <SearchIcon />,
            run: () => void navigate({ to: '/search', search: { q: typed } }),
          },
        ]
      : []
  return eachOnce([
    { label: 'Go to', commands: places },
    { label: 'Tasks here', commands: here },
    ...found,
    { label: 'Make', commands: makings },
    { label: 'Ask', commands: ask },
  ])
}

const mostTasks = 5
const mostPlaces = 20

/** What was named before is not named again; a group with nothing in it is none. */
function eachOnce(groups: CommandGroup[]): CommandGroup[] {
  const named = new Set<string>()
  return groups
    .map(({ label, commands }) => ({
      label,
      commands: commands.filter(({ id }) => !named.has(id) && named.add(id)),
    }))
    .filter(({ commands }) => commands.length > 0)
}

function hasWords(text: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.toLowerCase().includes(word))
}

function usePlaces(role: Role | undefined, typed: string): Command[] {
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
    {
      id: 'new-organization',
      label: 'New organization',
      icon: <PlusIcon />,
      run: askForOrganization,
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
  return places.filter(({ label, detail = '' }) => hasWords(`${detail} ${label}`, typed)).slice(0, mostPlaces)
}

/** What can be made: of the words that were typed, or to begin with. */
function useMakings(role: Role | undefined, typed: string): Command[] {
  const navigate = useNavigate()
  const { slug } = useParams({ strict: false })
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data ?? []
  const here = projects.find((project) => project.slug === slug)
  const createTask = useCreateTask(slug ?? '')
  const createProject = useCreateProject()
  if (!role) return []
  const isMember = isAtLeast(role, 'member')
  const makings: Command[] = []
  if (typed && here?.may.edit)
    makings.push({
      id: 'new-task',
      label: `Create the task “${typed}”`,
      detail: `in ${here.name}`,
      icon: <PlusIcon />,
      run: () => createTask.mutate({ title: typed }),
    })
  if (typed && isMember)
    makings.push({
      id: 'new-project',
      label: `Create the project “${typed}”`,
      icon: <PlusIcon />,
      run: () => createProject.mutate({ name: typed }),
    })
  const pages = [
    ...(here?.may.edit
      ? [{ id: 'begin-task', label: 'New task', run: () => void beginTask(here.slug) }]
      : []),
    { id: 'new-note', label: 'New note', run: () => void navigate({ to: '/notes/new' }) },
    { id: 'new-agent', label: 'New agent', run: () => void navigate({ to: '/agents/new' }) },
  ]
  async function beginTask(project: string): Promise<void> {
    await navigate({ to: '/projects/$slug', params: { slug: project } })
    document.querySelector<HTMLElement>('input[aria-label="New task"]')?.focus()
  }
  return [
    ...makings,
    ...pages
      .filter(({ label }) => isMember && hasWords(label, typed))
      .map((page) => ({ ...page, icon: <PlusIcon /> })),
  ]
}
