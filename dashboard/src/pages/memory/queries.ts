import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { type Pages, pagesQuery } from '../../pages-query.ts'

export type Memory = OutputOf<'memories.list'>['items'][number]
export type MemoryDetails = OutputOf<'memories.get'>
export type FoundMemories = OutputOf<'memories.search'>
export type FoundMemory = FoundMemories['items'][number]
export type NewMemory = InputOf<'memories.store'>

/** Which entries of memory. */
export type MemoryFilter = Omit<InputOf<'memories.list'>, 'cursor' | 'limit'>

/** Until another filter is answered, what the one before let through stays in sight; of somebody else nothing does. */
function keepWithin({ agent, project, session }: MemoryFilter) {
  return <Data>(shown: Data | undefined, before?: { queryKey: QueryKey }): Data | undefined => {
    const last = before?.queryKey.at(-1) as MemoryFilter | undefined
    const same = last?.agent === agent && last?.project === project && last?.session === session
    return same ? shown : undefined
  }
}

/** The newest first. */
export const memoriesQuery = (filter: MemoryFilter) => ({
  ...pagesQuery(['memories', 'listed', filter], (cursor, signal) =>
    call('memories.list', { ...filter, limit: 50, cursor }, { signal }),
  ),
  placeholderData: keepWithin(filter),
})

/** People read more than an agent wants to be told. */
const maxTokens = 50_000

/** Those that come closest to a question, the best first. */
export const foundMemoriesQuery = (question: string, filter: MemoryFilter) =>
  queryOptions({
    queryKey: ['memories', 'found', question, filter],
    queryFn: ({ signal }) =>
      call('memories.search', { query: question, ...filter, limit: 30, maxTokens }, { signal }),
    // While one types, what was found for the letters before stays in sight.
    placeholderData: keepWithin(filter),
  })

export const memoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['memory', id],
    queryFn: ({ signal }) => call('memories.get', { memory: id }, { signal }),
  })

/** What a list knows of an entry, until all of it is read. */
export function listedMemory(cache: QueryClient, id: string): MemoryDetails | undefined {
  const lists = cache.getQueriesData<Pages<Memory>>({ queryKey: ['memories', 'listed'] })
  const found = cache.getQueriesData<FoundMemories>({ queryKey: ['memories', 'found'] })
  const known = [
    ...lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []),
    ...found.flatMap(([, list]) => list?.items.flatMap(({ memory }) => memory ?? []) ?? []),
  ]
  const memory = known.find((each) => each.id === id)
  return memory && { ...memory, similar: [], chain: [] }
}

const mostCounted = 5

/** How many entries there are, as far as it is worth counting them. */
export const memoryCountQuery = (filter: MemoryFilter) =>
  queryOptions({
    queryKey: ['memories', 'counted', filter],
    queryFn: async ({ signal }) => {
      let count = 0
      let cursor: string | undefined
      for (let page = 0; page < mostCounted; page++) {
        const { items, nextCursor } = await call(
          'memories.list',
          { ...filter, includeSuperseded: true, includeExpired: true, archived: true, limit: 200, cursor },
          { signal },
        )
        count += items.length
        if (!nextCursor) return { count, more: false }
        cursor = nextCursor
      }
      return { count, more: true }
    },
    staleTime: 0,
  })
