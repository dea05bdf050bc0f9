import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  infiniteQueryOptions,
} from '@tanstack/react-query'

/** A page of a list, as the server returns it. */
export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** The loaded pages of a list. */
export type Pages<Item> = InfiniteData<Page<Item>, string | undefined>

/** Returns the query for a paginated list, which `ui/paged-list.tsx` shows. */
export function pagesQuery<Item>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Loads all pages of a list. */
export async function allItems<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return items
}

/** Changes the items of paginated lists before the server responds. */
export function changeItems<Item>(
  cache: QueryClient,
  queryKey: QueryKey,
  change: (items: Item[], page: number) => Item[],
): void {
  cache.setQueriesData<Pages<Item>>({ queryKey }, (list) => {
    if (!list) return list
    return {
      ...list,
      pages: list.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
    }
  })
}

/** Adds an item to the start of a list before the server has responded, even if the list is still being read. */
export function prependItem(cache: QueryClient, queryKey: QueryKey, item: object): void {
  cache.setQueryData<Pages<object>>(queryKey, (list) => {
    const [first = { items: [], nextCursor: null }, ...rest] = list?.pages ?? []
    return {
      pages: [{ ...first, items: [item, ...first.items] }, ...rest],
      pageParams: list?.pageParams ?? [undefined],
    }
  })
}
