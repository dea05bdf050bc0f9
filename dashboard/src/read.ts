import {
  type InfiniteData,
  type QueryKey,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { OperationId } from '../../server/assembly/client.ts'
import { type CallOptions, type InputOf, type OutputOf, call } from './client.ts'
import { readKey } from './read-key.ts'

/** Names an organization other than the selected one. */
type ReadOptions = Pick<CallOptions, 'organization'>

/** A page of a list, as the server returns it. */
export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** The loaded pages of a list. */
export type Pages<Item> = InfiniteData<Page<Item>, string | undefined>

/** The query for a paginated list. */
export type PagesRead<Item> = ReturnType<typeof pagesOf<Item>>

/** Any query for this data. */
export type ReadOf<Data> = Pick<ReturnType<typeof queryOptions<Data>>, 'queryKey' | 'queryFn'>

export type ItemOf<Id extends OperationId> =
  OutputOf<Id> extends { items: readonly (infer Item)[] } ? Item : never

/** Returns the query for the output of an operation. */
export function read<Id extends OperationId>(id: Id, input: InputOf<Id>, options: ReadOptions = {}) {
  return queryOptions({
    queryKey: readKey(id, input, options),
    queryFn: ({ signal }) => call(id, input, { ...options, signal }),
  })
}

/** Returns the query for a paginated list, which `PagedList` shows. */
export function readPages<Id extends OperationId>(id: Id, input: InputOf<Id>, cursorField = 'cursor') {
  return pagesOf(readKey(id, input, { shape: 'pages' }), (cursor, signal) =>
    readPage(id, { ...input, [cursorField]: cursor }, { signal }),
  )
}

/** Returns the query for a paginated list with filters. The items of the last filter stay visible while it loads. */
export function readFilteredPages<Id extends OperationId>(id: Id, input: InputOf<Id>) {
  return { ...readPages(id, input), placeholderData: keepPreviousData }
}

/** Returns the query for a paginated list that `load` returns page by page. */
export function pagesOf<Item>(
  queryKey: QueryKey,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Returns the query for all items of a list, for selection lists and short lists. */
export function readAll<Id extends OperationId>(id: Id, input: InputOf<Id>, options: ReadOptions = {}) {
  return queryOptions({
    queryKey: readKey(id, input, { shape: 'all', ...options }),
    queryFn: async ({ signal }) => {
      const items: ItemOf<Id>[] = []
      let cursor: string | null | undefined
      do {
        const page = await readPage(id, { ...input, ...(cursor && { cursor }) }, { ...options, signal })
        items.push(...page.items)
        cursor = page.nextCursor
      } while (cursor)
      return items
    },
  })
}

export function useRead<Id extends OperationId>(id: Id, input: InputOf<Id>) {
  return useQuery(read(id, input))
}

async function readPage<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options: CallOptions,
): Promise<Page<ItemOf<Id>>> {
  return (await call(id, input, options)) as Page<ItemOf<Id>>
}
