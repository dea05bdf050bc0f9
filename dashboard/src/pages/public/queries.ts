import { infiniteQueryOptions } from '@tanstack/react-query'
import { type OutputOf, anyOrganization, call } from '../../client.ts'
import { readKey } from '../../read-key.ts'

export type PublicProject = OutputOf<'publicProjects.get'>

/** The project with the first page of its tasks, followed by further pages of tasks. */
export const publicProjectQuery = (user: string, slug: string) =>
  infiniteQueryOptions({
    queryKey: readKey('publicProjects.get', { user, slug, limit: 100 }),
    queryFn: ({ pageParam: cursor, signal }) =>
      call('publicProjects.get', { user, slug, limit: 100, cursor }, { signal, ...anyOrganization }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ tasks }: PublicProject) => tasks?.nextCursor ?? undefined,
    // Visitors receive no live events.
    staleTime: 0,
  })
