import { QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Priority, type Project, Problem, type Status, call } from './client.ts'

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
    queryFn: ({ signal }) => allProjects(archived, signal),
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

async function allProjects(archived: boolean, signal: AbortSignal): Promise<Project[]> {
  const projects: Project[] = []
  let cursor: string | undefined
  do {
    const page = await call('projects.list', { archived, sort: 'name', limit: 200, cursor }, { signal })
    projects.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return projects
}
