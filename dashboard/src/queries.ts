import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { type CallOptions, type InputOf, type OpenedTask, type Project, call } from './client.ts'
import { allItems, pagesQuery } from './pages-query.ts'

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call('accounts.getSignInOptions', {}, { signal }),
})

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('accounts.getMe', {}, { signal }),
})

export const projectsQuery = (archived: boolean) =>
  queryOptions({
    queryKey: ['projects', { archived }],
    queryFn: ({ signal }) => allProjects(archived, { signal }),
  })

export const projectQuery = (slug: string) =>
  queryOptions({
    queryKey: ['project', slug],
    queryFn: ({ signal }) => call('projects.get', { project: slug }, { signal }),
  })

/** Filters and order of a project's tasks. */
export type TaskFilter = Omit<InputOf<'tasks.list'>, 'project' | 'cursor' | 'limit'>

export const tasksQuery = (slug: string, filter: TaskFilter, limit = 200) => ({
  ...pagesQuery(['tasks', slug, filter], (cursor, signal) =>
    call('tasks.list', { project: slug, limit, cursor, ...filter }, { signal }),
  ),
  // Keeps the results of the previous filter visible while loading, but not those of another project.
  placeholderData: <Data>(shown: Data | undefined, before?: { queryKey: QueryKey }) =>
    before?.queryKey[1] === slug ? shown : undefined,
})

/** The work of a project: epics with their stories and tasks. */
export const treeQuery = (slug: string) =>
  queryOptions({
    queryKey: ['tree', slug],
    queryFn: ({ signal }) => call('projects.tree', { project: slug }, { signal }),
  })

/** All features of a project, for selection lists. */
export const featuresQuery = (slug: string) =>
  queryOptions({
    queryKey: ['features', slug],
    queryFn: ({ signal }) =>
      allItems((cursor) => call('features.list', { project: slug, limit: 200, cursor }, { signal })),
  })

export const viewsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['views', slug],
    queryFn: ({ signal }) =>
      allItems((cursor) => call('views.list', { project: slug, limit: 200, cursor }, { signal })),
  })

export const taskQuery = (slug: string, key: string) =>
  queryOptions({
    queryKey: ['task', slug, key],
    // Lists contain less of each task. Their data is shown until this query returns.
    queryFn: ({ signal }): Promise<OpenedTask> => call('tasks.get', { task: key }, { signal }),
  })

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call('credentials.listMcpTokens', {}, { signal }),
})

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call('credentials.listApiKeys', {}, { signal }),
})

export const sandboxQuery = queryOptions({
  queryKey: ['sandbox'],
  queryFn: ({ signal }) => call('sandbox.get', {}, { signal }),
  // The organization's events don't include those of the sandbox.
  staleTime: 0,
})

export const sandboxProjectsQuery = (organization: string) =>
  queryOptions({
    queryKey: ['sandbox', 'projects', organization],
    queryFn: ({ signal }) => allProjects(false, { signal, organization }),
  })

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call('preferences.get', {}, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('passkeys.list', {}, { signal }),
})

export const connectedAccountsQuery = queryOptions({
  queryKey: ['connected-accounts'],
  queryFn: ({ signal }) => call('connectedAccounts.list', {}, { signal }),
})

export const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: ({ signal }) => call('logins.list', {}, { signal }),
  // No event reports that a device was seen again.
  staleTime: 0,
})

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => call('integrations.listOwn', {}, { signal }),
})

function allProjects(archived: boolean, options: CallOptions): Promise<Project[]> {
  return allItems((cursor) => call('projects.list', { archived, sort: 'name', limit: 200, cursor }, options))
}
