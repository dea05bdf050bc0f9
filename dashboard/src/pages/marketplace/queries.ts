import { useQuery } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../client.ts'
import { type ItemOf, read, readFilteredPages } from '../../read.ts'
import { asText, oneOf, searchOf } from '../../routes/search.ts'

export type MarketplaceItem = ItemOf<'marketplace.list'>
export type MarketplaceItemDetails = OutputOf<'marketplace.get'>
export type MarketplaceContent = MarketplaceItemDetails['content']
export type OwnItem = ItemOf<'marketplace.listOwn'>
export type MarketplaceKind = MarketplaceItem['kind']

type Filter = Pick<InputOf<'marketplace.list'>, 'kind' | 'category' | 'sort'>

// Listed here instead of read from the texts, because every page loads this file.
export const kinds: readonly MarketplaceKind[] = ['skill', 'agent', 'workflow']

/** Reads the filters from the URL. */
export const readMarketplaceSearch = searchOf({
  find: asText,
  kind: oneOf(kinds),
  category: oneOf<MarketplaceItem['category']>([
    'development',
    'testing',
    'review',
    'design',
    'documentation',
    'planning',
    'operations',
    'security',
    'data',
    'research',
    'other',
  ]),
  sort: oneOf(['installs', 'newest'] as const),
})
export type MarketplaceSearch = ReturnType<typeof readMarketplaceSearch>

// Other organizations' changes send no live events, so these are refetched on every visit.
export function marketplaceQuery({ find, kind, category, sort }: MarketplaceSearch) {
  const filter: Filter = { ...(kind && { kind }), ...(category && { category }), ...(sort && { sort }) }
  const input = { limit: 30, ...filter, ...(find && { search: find }) }
  return { ...readFilteredPages('marketplace.list', input), staleTime: 0 }
}

export const itemQuery = (item: string) => ({ ...read('marketplace.get', { item }), staleTime: 0 })

export const ownItemsQuery = (find: string | undefined) =>
  readFilteredPages('marketplace.listOwn', { limit: 30, ...(find && { search: find }) })

const marketplaceSetting = read('publicSettings.get', { key: 'features.marketplace' })

/** Returns whether this instance has a marketplace. */
export function useHasMarketplace(): boolean {
  return useQuery(marketplaceSetting).data?.value === true
}
