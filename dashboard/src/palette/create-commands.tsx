import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import type { Project, Role } from '../client.ts'
import { isAtLeast } from '../my-role.ts'
import { useCreateProject } from '../pages/projects/project-changes.ts'
import { useCreateTask } from '../pages/tasks/task-changes.ts'
import { projectsQuery } from '../queries.ts'
import type { Command } from './command.ts'
import { texts } from './texts.ts'

/** Returns the commands that create an item with the typed title. */
export function useCreateCommands(role: Role | undefined, typed: string): Command[] {
  const project = useCurrentProject(role)
  const createTask = useCreateTask(project?.slug ?? '')
  const createProject = useCreateProject()
  const commands: Command[] = []
  if (!role || !typed) return commands
  if (project?.may.edit)
    commands.push({
      id: 'new-task',
      label: texts.createTask(typed),
      detail: texts.createTaskIn(project.name),
      icon: <PlusIcon />,
      run: () => createTask.mutate({ title: typed }),
    })
  if (isAtLeast(role, 'member'))
    commands.push({
      id: 'new-project',
      label: texts.createProject(typed),
      icon: <PlusIcon />,
      run: () => createProject.mutate({ name: typed }),
    })
  return commands
}

/** The project on whose page the palette was opened. */
export function useCurrentProject(role: Role | undefined): Project | undefined {
  const { slug } = useParams({ strict: false })
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data
  return projects?.find((each) => each.slug === slug)
}
