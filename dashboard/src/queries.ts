import { type QueryKey, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OpenedTask, type OutputOf, call } from './client.ts'
import { readKey } from './read-key.ts'
import { read, readAll, readPages } from './read.ts'

export const signInOptionsQuery = read('accounts.getSignInOptions', {})

export const meQuery = read('accounts.getMe', {})

export const projectsQuery = (archived: boolean, organization?: string) =>
  readAll(
    'projects.list',
    { archived, sort: 'name', limit: 200 },
    organization === undefined ? {} : { organization },
  )

/** Filters and order of a project's tasks. */
export type TaskFilter = Omit<InputOf<'tasks.list'>, 'project' | 'cursor' | 'limit'>

export const tasksQuery = (slug: string, filter: TaskFilter, limit = 200) => ({
  ...readPages('tasks.list', { project: slug, limit, ...filter }),
  // Keeps the results of the previous filter visible while loading, but not those of another project.
  placeholderData: <Data>(shown: Data | undefined, before?: { queryKey: QueryKey }) =>
    (before?.queryKey[1] as InputOf<'tasks.list'> | undefined)?.project === slug ? shown : undefined,
})

/** All features of a project, for selection lists. */
export const featuresQuery = (slug: string) => readAll('features.list', { project: slug, limit: 200 })

export const viewsQuery = (slug: string) => readAll('views.list', { project: slug, limit: 200 })

export type Home = OutputOf<'home.get'>

export const homeQuery = read('home.get', {})

export type OwnTaskGrouping = NonNullable<InputOf<'tasks.listOwn'>['groupBy']>

/** The user's open tasks of all projects. The server returns them group by group, with the size of every group. */
export const ownTasksQuery = (groupBy: OwnTaskGrouping) => {
  const input = { groupBy, limit: 100 }
  return infiniteQueryOptions({
    queryKey: readKey('tasks.listOwn', input, { shape: 'pages' }),
    queryFn: ({ pageParam: cursor, signal }) => call('tasks.listOwn', { ...input, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

export const taskQuery = (key: string) => {
  const { queryKey, queryFn } = read('tasks.get', { task: key })
  // Lists contain less of each task. Their data is shown until this query returns.
  return queryOptions<OpenedTask>({ queryKey, queryFn })
}

// The organization's events don't include those of the sandbox.
export const sandboxQuery = { ...read('sandbox.get', {}), staleTime: 0 }

// No event reports that a device was seen again.
export const loginsQuery = { ...read('logins.list', {}), staleTime: 0 }
