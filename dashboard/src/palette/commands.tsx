import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
import { BuildingIcon, FolderIcon, PlusIcon, SignOutIcon, SunIcon, TaskIcon } from '../ui/icons.tsx'
import { themes } from '../ui/theme.ts'

export interface Command {
  id: string
  label: string
  icon: ReactNode
  /** Beside the label; found by it too. */
  detail?: string
  run(): void
}

/** Everything the palette offers for what was typed: places first, then what can be made of the words. */
export function useCommands(typed: string): Command[] {
  const navigate = useNavigate()
  const { slug } = useParams({ strict: false })
  const me = useQuery(meQuery).data
  const role = me?.organization?.role
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data ?? []
  const here = projects.find((project) => project.slug === slug)
  const createTask = useCreateTask(slug ?? '')
  const createProject = useCreateProject()
  const chooseTheme = useChooseTheme()
  const cache = useQueryClient()
  const tasks = slug && typed ? loadedTasks(cache, slug) : []

  const places: Command[] = [
    ...sections
      .filter(({ least = 'guest' }) => role && isAtLeast(role, least))
      .map(({ to, name, Icon }) => ({
        id: to,
        label: name,
        icon: <Icon />,
        run: () => void navigate({ to }),
      })),
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
    ...tasks.map(({ id, key, title }) => ({
      id,
      label: title,
      detail: key,
      icon: <TaskIcon />,
      run: () => void navigate({ to: '/projects/$slug', params: { slug: slug! }, search: { task: key } }),
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
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = places.filter(({ label, detail = '' }) => {
    const text = `${detail} ${label}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })

  const makings: Command[] = []
  if (typed && here?.may.edit)
    makings.push({
      id: 'new-task',
      label: `Create the task “${typed}”`,
      detail: `in ${here.name}`,
      icon: <PlusIcon />,
      run: () => createTask.mutate({ title: typed }),
    })
  if (typed && role && isAtLeast(role, 'member'))
    makings.push({
      id: 'new-project',
      label: `Create the project “${typed}”`,
      icon: <PlusIcon />,
      run: () => createProject.mutate({ name: typed }),
    })
  return [...found.slice(0, 20), ...makings]
}
