import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { type OutputOf, call } from './client.ts'
import { anyConflictQuery } from './pages/conflicts/queries.ts'
import { ownInvitationsQuery } from './pages/invitations/queries.ts'
import { newestQuery } from './pages/notifications/queries.ts'
import { meQuery, projectsQuery, signInOptionsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { read } from './read.ts'

type Bootstrap = OutputOf<'bootstrap.get'>

let cursor: Promise<string | undefined> | undefined

/**
 * Loads the reads that the frame of every page needs in one request. Until it responds, the frame waits for it instead of
 * sending its own requests. A part that the server left out is read on its own, if the page shows it.
 */
export function startBootstrap(): void {
  const response = call('bootstrap.get', {}).catch(() => undefined)
  cursor = response.then((bootstrap) => bootstrap?.cursor)
  fill(response, meQuery, ({ me }) => me)
  fill(response, signInOptionsQuery, ({ signInOptions }) => signInOptions)
  fill(response, read('preferences.get', {}), ({ preferences }) => preferences)
  // More projects than fit into one response are read page by page.
  fill(response, projectsQuery(false), ({ projects }) => (projects?.nextCursor ? null : projects?.items))
  fill(response, anyConflictQuery, ({ conflicts }) => conflicts)
  fill(response, newestQuery, ({ notifications }) => notifications)
  fill(response, ownInvitationsQuery, ({ invitations }) => invitations)
  fill(response, read('onboarding.get', {}), ({ onboarding }) => onboarding)
  fill(response, read('members.listImages', {}), ({ images }) => images)
}

/** Returns the cursor of the last bootstrap once, so that the first live connection misses no later event. */
export async function takeBootstrapCursor(): Promise<string | undefined> {
  const taken = cursor
  cursor = undefined
  return taken
}

interface Fillable {
  queryKey: QueryKey
  queryFn?: unknown
}

function fill(
  response: Promise<Bootstrap | undefined>,
  { queryKey, queryFn }: Fillable,
  partOf: (bootstrap: Bootstrap) => unknown,
): void {
  const readAlone = queryFn as (context: QueryFunctionContext) => Promise<unknown>
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: async (context) => {
      const bootstrap = await response
      const part = bootstrap && partOf(bootstrap)
      if (part !== undefined && part !== null) return part
      // Without a page that shows it, the read stays as if it had never started.
      if (!isShown(queryKey)) await queryClient.cancelQueries({ queryKey, exact: true })
      context.signal.throwIfAborted()
      return readAlone(context)
    },
  })
}

function isShown(queryKey: QueryKey): boolean {
  return queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive() ?? false
}
