import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Pages } from './read.ts'

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
