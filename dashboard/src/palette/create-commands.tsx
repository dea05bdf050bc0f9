import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import type { Role } from '../client.ts'
import { isAtLeast } from '../my-role.ts'
import { useCreateProject } from '../pages/projects/project-changes.ts'
import { openCreateTask } from '../pages/tasks/create/open-create-task.ts'
import { projectsQuery } from '../queries.ts'
import type { Command } from './command.ts'
import { texts } from './texts.ts'

/** Returns the commands that create an item with the typed title. */
export function useCreateCommands(role: Role | undefined, typed: string): Command[] {
  const projects = useQuery({ ...projectsQuery(false), enabled: role !== undefined }).data
  const createProject = useCreateProject()
  const commands: Command[] = []
  if (!role || !typed) return commands
  if (projects?.some(({ may }) => may.edit))
    commands.push({
      id: 'new-task',
      label: texts.createTask(typed),
      icon: <PlusIcon />,
      run: () => openCreateTask({ title: typed }),
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
