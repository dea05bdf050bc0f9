import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ProjectWithStats } from '../../client.ts'
import { projectQuery } from '../../queries.ts'

/** The project whose page this is. Its frame shows a page only once it is there. */
export function useProject(): ProjectWithStats {
  const { slug } = useParams({ from: '/shell/projects/$slug' })
  return useQuery(projectQuery(slug)).data!
}

/** Which of its tasks are shown, and which one is open, as the address says. */
export function useTaskSearch() {
  return useSearch({ from: '/shell/projects/$slug' })
}
