import { read, readAll } from '../../read.ts'

export const requestQuery = (request: string) => ({
  ...read('mcpSignIn.get', { request }),
  staleTime: Infinity,
  retry: false,
})

/** The projects of an organization, which can differ from the user's current one. */
export const projectsOfQuery = (organization: string) =>
  readAll('projects.list', { sort: 'name', limit: 200 }, { organization })
