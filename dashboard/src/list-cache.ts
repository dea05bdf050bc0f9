import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { InputOf, OperationId } from '../../server/assembly/client.ts'
import { readKey } from './read-key.ts'
import type { ItemOf, Pages } from './read.ts'

/** Changes the items of paginated lists before the server responds: of all lists whose input contains `input`. */
export function changeItems<Id extends OperationId>(
  cache: QueryClient,
  id: Id,
  input: Partial<InputOf<Id>>,
  change: (items: ItemOf<Id>[], page: number) => ItemOf<Id>[],
): void {
  const queryKey = readKey(id, input, { shape: 'pages' })
  cache.setQueriesData<Pages<ItemOf<Id>>>({ queryKey }, (list) => {
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
