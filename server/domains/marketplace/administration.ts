import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { platformAdmin } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { concerning, updateRow } from '../../operations/rows.ts'
import type { EventType } from '../../database/events.ts'
import { findItem, lockItem, rereadItem, showDetails } from './find-item.ts'
import {
  type ItemRow,
  type ListedItemRow,
  MarketplaceItemDetails,
  PublishedItem,
  containsWords,
  fromItems,
  hasStatus,
  itemKind,
  itemStatus,
  listedItemColumns,
  publishedItemFromRow,
} from './item.ts'
import { itemFilters } from './public-items.ts'

const itemRef = z.string().max(100).describe('Id of the marketplace item.')

export const listAllMarketplace = operation({
  id: 'marketplace.listAll',
  summary: 'List all items of the marketplace, also withdrawn and removed ones, newest first.',
  http: 'GET /api/admin/marketplace',
  shows: ['marketplace_item'],
  access: platformAdmin,
  input: z.object({
    ...itemFilters,
    status: itemStatus.optional().describe('Only items in this state: published, withdrawn or removed.'),
    featured: z.boolean().optional().describe('true: only featured items; false: only the others.'),
    ...pageInput,
  }),
  output: pageOf(PublishedItem),
}).run(async ({ db }, input) => {
  const { search, kind, category, status, featured } = input
  const filters = [containsWords(search)]
  if (kind) filters.push(sql`i.kind = ${kind}`)
  if (category) filters.push(sql`i.category = ${category}`)
  if (status) filters.push(hasStatus(status))
  if (featured !== undefined) filters.push(sql`(i.featured_at is not null) = ${featured}`)
  return readPage(
    db,
    input,
    orderByNewest('i.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${listedItemColumns} from ${fromItems}
        where ${sql.join(filters, ' and ')} and ${after} ${orderAndLimit}`,
    (row: ListedItemRow) => publishedItemFromRow(row),
  )
})

export const getAnyMarketplace = operation({
  id: 'marketplace.getAny',
  summary: 'Get an item of the marketplace in any state, with its content.',
  http: 'GET /api/admin/marketplace/:item',
  shows: ['marketplace_item'],
  access: platformAdmin,
  input: z.object({ item: itemRef }),
  output: PublishedItem.extend({
    content: MarketplaceItemDetails.shape.content,
    releases: MarketplaceItemDetails.shape.releases,
  }).meta({ id: 'PublishedItemDetails' }),
}).run(async ({ db }, { item: ref }) => {
  const item = await findItem(db, ref, sql`true`)
  return { ...publishedItemFromRow(item), ...(await showDetails(db, item)) }
})

export const updateMarketplace = operation({
  id: 'marketplace.update',
  summary: 'Feature an item of the marketplace, which shows it first, or stop featuring it.',
  http: 'PATCH /api/admin/marketplace/:item',
  access: platformAdmin,
  input: z.object({ item: itemRef, featured: z.boolean().describe('Whether to feature it.') }),
  output: PublishedItem,
}).run(async (ctx, { item, featured }) => {
  const before = await findItem(ctx.db, item, sql`true`, lockItem)
  if ((before.featured_at !== null) === featured) return publishedItemFromRow(before)
  const type = featured ? 'marketplace_item.featured' : 'marketplace_item.unfeatured'
  return change(ctx, before, { featured_at: featured ? databaseTime() : null }, type)
})

export const removeMarketplace = operation({
  id: 'marketplace.remove',
  summary: 'Remove an item from the marketplace immediately, and notify its organization with the reason.',
  http: 'POST /api/admin/marketplace/:item/remove',
  access: platformAdmin,
  destructive: true,
  input: z.object({
    item: itemRef,
    reason: z.string().trim().min(1).max(500).describe('Reason, which its organization reads.'),
  }),
  output: PublishedItem,
}).run(async (ctx, { item, reason }) => {
  const before = await findItem(ctx.db, item, sql`true`, lockItem)
  if (before.removed_at !== null) return publishedItemFromRow(before)
  const removal = {
    removed_at: databaseTime(),
    removed_by: actorOf(ctx.caller),
    removal_reason: reason,
    featured_at: null,
  }
  return change(ctx, before, removal, 'marketplace_item.removed', { reason })
})

export const restoreMarketplace = operation({
  id: 'marketplace.restore',
  summary: 'Restore a removed item of the marketplace, and notify its organization.',
  http: 'POST /api/admin/marketplace/:item/restore',
  access: platformAdmin,
  input: z.object({ item: itemRef }),
  output: PublishedItem,
}).run(async (ctx, { item }) => {
  const before = await findItem(ctx.db, item, sql`true`, lockItem)
  if (before.removed_at === null) return publishedItemFromRow(before)
  const restoration = { removed_at: null, removed_by: null, removal_reason: null }
  return change(ctx, before, restoration, 'marketplace_item.restored')
})

/** Changes the state of an item. The event belongs to its organization, so that its members see it. */
async function change(
  ctx: Context,
  before: ItemRow,
  set: Partial<ItemRow>,
  type: EventType,
  data: Record<string, unknown> = {},
) {
  const { after } = await updateRow<ItemRow>(ctx, itemKind, before, set)
  ctx.record({ type, ...concerning(itemKind, after), version: after.version, data })
  return publishedItemFromRow(await rereadItem(ctx.db, after.id))
}
