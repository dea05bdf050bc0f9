import { useParams, useSearch } from '@tanstack/react-router'
import type { ProjectWithStats } from '../../client.ts'
import { useRead } from '../../read.ts'

/** Returns the project of the current page. `ProjectFrame` renders pages only after it is loaded. */
export function useProject(): ProjectWithStats {
  const { slug } = useParams({ from: '/shell/projects/$slug' })
  return useRead('projects.get', { project: slug }).data!
}

/** Returns the task filter and the key of the open task from the URL. */
export function useTaskSearch() {
  return useSearch({ from: '/shell/projects/$slug' })
}

/** Returns whether the user can add items to a project. */
export function canAddTo({ may, archivedAt }: ProjectWithStats): boolean {
  return may.edit && !archivedAt
}
