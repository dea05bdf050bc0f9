import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../queries.ts'

/** Returns the project keys of the organization, which tell item numbers such as WEB-42 from UTF-8. */
export function useLinkedProjects(enabled: boolean): ReadonlySet<string> {
  const projects = useQuery({ ...projectsQuery(false), enabled, select: keysOf }).data
  return projects ?? none
}

const none: ReadonlySet<string> = new Set()
const keysOf = (projects: { key: string }[]): ReadonlySet<string> => new Set(projects.map(({ key }) => key))
