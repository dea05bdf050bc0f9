import type { Query, QueryClient } from '@tanstack/react-query'
import kindsByDomain from '../../contract/kinds.json' with { type: 'json' }
import readsByEvent from '../../contract/reads.json' with { type: 'json' }
import type { OperationId } from '../../server/assembly/client.ts'
import type { ActivityEvent } from './client.ts'

/** A change of some items, for which the reads that show them are refetched. */
export interface Change {
  /** Event types (`task.updated`), or kinds (`task`). */
  types: readonly string[]
  /** The id and the slugs of the changed project. Reads of other projects stay as they are. */
  project?: readonly string[] | undefined
  /** The live events of the change, if it was another page. Reads with `meta.isChangedBy` look at each of them. */
  events?: readonly ActivityEvent[]
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** False if events don't refresh the read. */
      live?: boolean
      /** Returns whether an event changes the loaded data, for reads of a project of which many are shown together. */
      isChangedBy?: (event: ActivityEvent, data: unknown) => boolean
    }
  }
}

const reads: Record<string, readonly string[] | undefined> = readsByEvent
const kinds: Record<string, readonly string[] | undefined> = kindsByDomain

/** Returns the operations that show what an event of this type changes. */
export function readsShowing(type: string): string[] {
  const [kind = '', action] = type.split('.')
  return [kind, ...(action ? [`*.${action}`] : []), '*'].flatMap((pattern) => reads[pattern] ?? [])
}

/** Returns whether a cached read shows what a change concerns. */
export function isChangedBy(change: Change): (query: Query) => boolean {
  const shown = new Set(change.types.flatMap(readsShowing))
  return ({ queryKey: [id, input], meta, state: { data } }) => {
    if (!shown.has(id as string) || meta?.live === false) return false
    const { project } = (input ?? {}) as { project?: unknown }
    if (change.project && typeof project === 'string' && !change.project.includes(project)) return false
    if (!change.events || !meta?.isChangedBy || data === undefined) return true
    return change.events.some((event) => meta.isChangedBy!(event, data))
  }
}

/** Refetches the reads that show a change, and marks those that no page shows as stale. */
export async function refresh(cache: QueryClient, ...changes: Change[]): Promise<void> {
  const matchers = changes.map(isChangedBy)
  const isChanged = (query: Query) => matchers.some((matches) => matches(query)) && !isPending(cache, query)
  const refetched = cache.invalidateQueries({
    predicate: (query) => isChanged(query) && !isFetchingNextPage(query),
  })
  // A first load can have started before the change. A next page that the user asked for is not cancelled. Both are
  // refetched when they are done.
  for (const query of cache.getQueryCache().findAll({ predicate: isChanged, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined && !isFetchingNextPage(query)) continue
    const refetch = () => {
      if (!isPending(cache, query)) void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    query.promise?.then(refetch, () => {})
  }
  await refetched
}

/** Returns the kinds of items that an operation writes: those of its domain. */
export function kindsWrittenBy(id: OperationId): readonly string[] {
  return kinds[id.split('.')[0]!] ?? []
}

/** Returns whether an optimistic change of this page is in progress, which refetches the read when it is done. */
function isPending(cache: QueryClient, query: Query): boolean {
  const pending = cache.getMutationCache().findAll({ mutationKey: ['change'], status: 'pending' })
  return pending.some(({ options }) => isChangedBy(options.mutationKey![1] as Change)(query))
}

function isFetchingNextPage({ state }: Query): boolean {
  const fetching = state.fetchMeta as { fetchMore?: object } | null
  return state.fetchStatus === 'fetching' && fetching?.fetchMore !== undefined
}
