import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ProjectWithStats } from '../../client.ts'
import { projectQuery } from '../../queries.ts'

/** Returns the project of the current page. `ProjectFrame` renders pages only after it is loaded. */
export function useProject(): ProjectWithStats {
  const { slug } = useParams({ from: '/shell/projects/$slug' })
  return useQuery(projectQuery(slug)).data!
}

/** Returns the task filter and the key of the open task from the URL. */
export function useTaskSearch() {
  return useSearch({ from: '/shell/projects/$slug' })
}
