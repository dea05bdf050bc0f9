import { type ItemOf, read, readFilteredPages } from '../../../read.ts'
import { asText, oneOf, searchOf } from '../../../routes/search.ts'
import { kinds } from '../../marketplace/queries.ts'

export type AdministeredItem = ItemOf<'marketplace.listAll'>

/** Reads the filters from the URL. */
export const readItemsSearch = searchOf({
  find: asText,
  kind: oneOf(kinds),
  status: oneOf<AdministeredItem['status']>(['published', 'withdrawn', 'removed']),
})
export type ItemsSearch = ReturnType<typeof readItemsSearch>

// Items of other organizations send no live events, so these are refetched on every visit.
export const allItemsQuery = ({ find, kind, status }: ItemsSearch) => ({
  ...readFilteredPages('marketplace.listAll', { limit: 50, search: find, kind, status }),
  staleTime: 0,
})

export const anyItemQuery = (item: string) => ({ ...read('marketplace.getAny', { item }), staleTime: 0 })
