import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../../queries.ts'

/** Returns the names of all active projects by slug, for filters. */
export function useProjectNames(): Record<string, string> {
  const projects = useQuery(projectsQuery(false)).data ?? []
  return Object.fromEntries(projects.map(({ slug, name }) => [slug, name]))
}
