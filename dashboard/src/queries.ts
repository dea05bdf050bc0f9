import { QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type CallOptions, type Priority, type Project, Problem, type Status, call } from './client.ts'

const gone = new Set(['not_found', 'invalid_credential', 'unauthenticated', 'suspended', 'forbidden'])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The live feed says when something is out of date.
      staleTime: 60_000,
      // A server on this machine is there even when the network is not.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && !(error instanceof Problem && gone.has(error.code)),
    },
    mutations: { networkMode: 'always' },
  },
})

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

export interface TaskFilter {
  status?: Status
  priority?: Priority
}

export const tasksQuery = (slug: string, { status, priority }: TaskFilter) =>
  infiniteQueryOptions({
    queryKey: ['tasks', slug, { status, priority }],
    queryFn: ({ pageParam, signal }) =>
      call(
        'tasks.list',
        {
          project: slug,
          status: status && [status],
          priority: priority && [priority],
          limit: 200,
          cursor: pageParam,
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })

export const taskQuery = (slug: string, key: string) =>
  queryOptions({
    queryKey: ['task', slug, key],
    queryFn: ({ signal }) => call('tasks.get', { task: key }, { signal }),
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
  // What happens in it is not in the feed of the organization.
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
  // That a device was seen again is no news that the feed would bring.
  staleTime: 0,
})

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => call('integrations.listOwn', {}, { signal }),
})

async function allProjects(archived: boolean, options: CallOptions): Promise<Project[]> {
  const projects: Project[] = []
  let cursor: string | undefined
  do {
    const page = await call('projects.list', { archived, sort: 'name', limit: 200, cursor }, options)
    projects.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return projects
}
