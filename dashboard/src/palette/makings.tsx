import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Project, Role } from '../client.ts'
import { isAtLeast } from '../my-role.ts'
import { useCreateProject } from '../pages/projects/project-changes.ts'
import { useCreateTask } from '../pages/tasks/task-changes.ts'
import { projectsQuery } from '../queries.ts'
import { PlusIcon } from '../ui/icons.tsx'
import type { Command } from './command.ts'

/** What can be made of the words that were typed. */
export function useMakings(role: Role | undefined, typed: string): Command[] {
  const here = useProjectHere(role)
  const createTask = useCreateTask(here?.slug ?? '')
  const createProject = useCreateProject()
  const makings: Command[] = []
  if (!role || !typed) return makings
  if (here?.may.edit)
    makings.push({
      id: 'new-task',
      label: `Create the task “${typed}”`,
      detail: `in ${here.name}`,
      icon: <PlusIcon />,
      run: () => createTask.mutate({ title: typed }),
    })
  if (isAtLeast(role, 'member'))
    makings.push({
      id: 'new-project',
      label: `Create the project “${typed}”`,
      icon: <PlusIcon />,
      run: () => createProject.mutate({ name: typed }),
    })
  return makings
}

/** The project on whose page the palette was opened. */
export function useProjectHere(role: Role | undefined): Project | undefined {
  const { slug } = useParams({ strict: false })
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data
  return projects?.find((project) => project.slug === slug)
}
