import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { allItems } from '../../pages-query.ts'

export const requestQuery = (request: string) =>
  queryOptions({
    queryKey: ['mcp-sign-in', request],
    queryFn: ({ signal }) => call('mcpSignIn.get', { request }, { signal }),
    staleTime: Infinity,
    retry: false,
  })

/** The projects of an organization, which can differ from the user's current one. */
export const projectsOfQuery = (organization: string) =>
  queryOptions({
    queryKey: ['mcp-sign-in', 'projects', organization],
    queryFn: ({ signal }) =>
      allItems((cursor) =>
        call('projects.list', { sort: 'name', limit: 200, cursor }, { signal, organization }),
      ),
  })
