import { z } from 'zod'
import { type ListOrder, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { findItem, requireMarketplace, showDetails } from './find-item.ts'
import {
  type ListedItemRow,
  MarketplaceItem,
  MarketplaceItemDetails,
  categories,
  containsWords,
  fromItems,
  isListed,
  itemFromRow,
  listedItemColumns,
} from './item.ts'
import { marketplaceKinds } from './snapshot.ts'

/** The input fields that filter every list of marketplace items. */
export const itemFilters = {
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only items with all of these words in name, description or tags.'),
  kind: z.enum(marketplaceKinds).optional().describe('Only items of this kind: skill, agent or workflow.'),
  category: z.enum(categories).optional().describe('Only items in this category.'),
}

// Featured items come first in every order. The value of an order includes that, because a cursor holds one value.
const orders = {
  installs: {
    column: '(case when i.featured_at is null then 0 else 1000000000 end + i.installs)',
    type: 'integer',
  },
  newest: {
    column:
      "(case when i.featured_at is null then '0' else '1' end || to_char(i.released_at at time zone 'utc', 'YYYYMMDDHH24MISSUS'))",
    type: 'text',
  },
} as const satisfies Record<string, Pick<ListOrder, 'column' | 'type'>>

export const listMarketplace = operation({
  id: 'marketplace.list',
  summary: 'List the public skills, agents and workflows of the marketplace, featured ones first.',
  http: 'GET /api/public/marketplace',
  shows: ['marketplace_item'],
  access: anyone,
  input: z.object({
    ...itemFilters,
    sort: z
      .enum(Object.keys(orders) as [keyof typeof orders, ...(keyof typeof orders)[]])
      .default('installs')
      .describe('Order after the featured items: most installs (default), or newest release.'),
    ...pageInput,
  }),
  output: pageOf(MarketplaceItem),
}).run(async ({ app, db }, input) => {
  requireMarketplace(app)
  const { search, kind, category, sort } = input
  const order: ListOrder = { ...orders[sort], sort, id: 'i.id', descending: true }
  const filters = [isListed, containsWords(search)]
  if (kind) filters.push(sql`i.kind = ${kind}`)
  if (category) filters.push(sql`i.category = ${category}`)
  return readPage(
    db,
    input,
    order,
    ({ after, orderAndLimit }) =>
      sql`select ${listedItemColumns}, ${sql.raw(order.column)} as sort_value from ${fromItems}
        where ${sql.join(filters, ' and ')} and ${after} ${orderAndLimit}`,
    (row: ListedItemRow) => itemFromRow(row),
  )
})

export const getMarketplace = operation({
  id: 'marketplace.get',
  summary: 'Get an item of the marketplace with its content and release notes.',
  http: 'GET /api/public/marketplace/:item',
  shows: ['marketplace_item'],
  access: anyone,
  input: z.object({ item: z.string().max(100).describe('Id of the marketplace item.') }),
  output: MarketplaceItemDetails,
}).run(async ({ app, db }, { item }) => {
  requireMarketplace(app)
  return showDetails(db, await findItem(db, item, isListed))
})
