import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { readKey } from '../../read-key.ts'
import { type Pages, read, readPages } from '../../read.ts'

export type Memory = OutputOf<'memories.list'>['items'][number]
export type MemoryDetails = OutputOf<'memories.get'>
export type FoundMemories = OutputOf<'memories.search'>
export type FoundMemory = FoundMemories['items'][number]
export type NewMemory = InputOf<'memories.store'>

export type MemoryFilter = Omit<InputOf<'memories.list'>, 'cursor' | 'limit'>

/** Keeps the previous results while a new filter loads, unless they belong to another agent, project or session. */
function keepWithin({ agent, project, session }: MemoryFilter) {
  return <Data>(shown: Data | undefined, before?: { queryKey: QueryKey }): Data | undefined => {
    const last = before?.queryKey[1] as MemoryFilter | undefined
    const same = last?.agent === agent && last?.project === project && last?.session === session
    return same ? shown : undefined
  }
}

/** Newest first. */
export const memoriesQuery = (filter: MemoryFilter) => ({
  ...readPages('memories.list', { ...filter, limit: 50 }),
  placeholderData: keepWithin(filter),
})

/** Above the default of the API, which is meant for agents. */
const maxTokens = 50_000

/** Search results, best first. */
export const foundMemoriesQuery = (question: string, filter: MemoryFilter) => ({
  ...read('memories.search', { query: question, ...filter, limit: 30, maxTokens, explain: true }),
  // Keeps the previous results while the user types.
  placeholderData: keepWithin(filter),
})

/** Returns an entry from the cached lists, as a placeholder until its details are loaded. */
export function listedMemory(cache: QueryClient, id: string): MemoryDetails | undefined {
  const lists = cache.getQueriesData<Pages<Memory>>({
    queryKey: readKey('memories.list', {}, { shape: 'pages' }),
  })
  const found = cache.getQueriesData<FoundMemories>({ queryKey: readKey('memories.search') })
  const known = [
    ...lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []),
    ...found.flatMap(([, list]) => list?.items.flatMap(({ memory }) => memory ?? []) ?? []),
  ]
  const memory = known.find((each) => each.id === id)
  return memory && { ...memory, similar: [], chain: [] }
}

const maxCountedPages = 5

/** Counts entries, up to a limit. */
export const memoryCountQuery = (filter: MemoryFilter) =>
  queryOptions({
    queryKey: [...readKey('memories.list', filter), 'count'],
    queryFn: async ({ signal }) => {
      let count = 0
      let cursor: string | undefined
      for (let page = 0; page < maxCountedPages; page++) {
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
