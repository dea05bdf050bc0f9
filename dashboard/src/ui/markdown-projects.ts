import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../queries.ts'

/** The letters that item numbers begin with here: WEB-42 is one, UTF-8 is not. */
export function useLinkedProjects(enabled: boolean): ReadonlySet<string> {
  const projects = useQuery({ ...projectsQuery(false), enabled, select: keysOf }).data
  return projects ?? none
}

const none: ReadonlySet<string> = new Set()
const keysOf = (projects: { key: string }[]): ReadonlySet<string> => new Set(projects.map(({ key }) => key))
