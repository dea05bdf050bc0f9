import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectOverLimit } from '../../errors/errors.ts'
import { organization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { may } from '../../operations/may.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { concerning, expectVersion } from '../../operations/rows.ts'
import { newId } from '../../platform/ids.ts'
import { requirePublishable } from '../projects/publishing.ts'
import { type OnSource, publishesSource, viewsSource, withdrawsItem } from './access.ts'
import { requireMarketplace, rereadItem } from './find-item.ts'
import {
  type ItemRow,
  type ListedItemRow,
  OwnPublishedItem,
  categories,
  containsWords,
  fromItems,
  itemKind,
  listedItemColumns,
  ownItemFromRow,
} from './item.ts'
import type { Source } from './kinds.ts'
import { Origin, findOrigin } from './origin.ts'
import { itemFilters } from './public-items.ts'
import { marketplaceKinds } from './snapshot.ts'

const sourceFields = {
  kind: z.enum(marketplaceKinds).describe('Kind of the item: skill, agent or workflow.'),
  // Generated tests fill it with a skill, the first kind.
  item: reference('skill', 'Item of your organization: slug, name or id.', 120),
}

const hour = 3_600_000
const maxPerHour = 60

export const publishMarketplace = operation({
  id: 'marketplace.publish',
  summary:
    'Publish a copy of a skill, agent or workflow to the marketplace. Changed content is a new release.',
  http: 'POST /api/marketplace',
  access: publishesSource,
  input: z.object({
    ...sourceFields,
    category: z.enum(categories).describe('Category in which people find it.'),
    notes: z.string().trim().max(2000).default('').describe('Changes in this release, in plain text.'),
  }),
  output: OwnPublishedItem,
  // Counts before the transaction, so that parallel requests can't exceed the limit.
  async prepare({ app, organization: current }) {
    requireMarketplace(app)
    rejectOverLimit(await app.rateLimits.countExactly(`marketplace ${current.id}`, maxPerHour, hour))
    return {}
  },
}).run(async (ctx, { kind, category, notes }) => {
  requirePublishable(ctx)
  const before = await lockPublication(ctx.db, ctx.source.id)
  if (before?.removed_at)
    reject('marketplace_item_removed', { name: before.name, reason: before.removal_reason })
  const id = before
    ? await republish(ctx, before, category, notes)
    : await publish(ctx, kind, category, notes)
  return ownItemFromRow(ctx, await rereadItem(ctx.db, id))
})

/** Publishes an item for the first time. The lock on the source excludes a concurrent first publication. */
async function publish(
  ctx: Context & OnSource,
  kind: ItemRow['kind'],
  category: ItemRow['category'],
  notes: string,
): Promise<string> {
  const { db, organization: current, source } = ctx
  const [row] = await db.run<ItemRow>(
    sql`insert into marketplace_items (id, organization_id, kind, source_id, name, description, category, tags, snapshot, published_by)
      values (${newId()}, ${current.id}, ${kind}, ${source.id}, ${source.name}, ${source.description}, ${category},
        ${source.tags}, ${JSON.stringify(source.snapshot)}, ${JSON.stringify(actorOf(ctx.caller))}) returning *`,
  )
  await addRelease(ctx, row!, notes)
  return row!.id
}

/** Publishes an item again. Only changed content is a new release. */
async function republish(
  ctx: Context & OnSource,
  before: ItemRow,
  category: ItemRow['category'],
  notes: string,
): Promise<string> {
  const { db, source } = ctx
  const hasChanged = differs(before, source)
  if (!hasChanged && before.category === category && before.withdrawn_at === null) return before.id
  const [row] = await db.run<ItemRow>(
    sql`update marketplace_items set name = ${source.name}, description = ${source.description}, category = ${category},
        tags = ${source.tags}, snapshot = ${JSON.stringify(source.snapshot)}, withdrawn_at = null,
        release = release + ${hasChanged ? 1 : 0}, released_at = case when ${hasChanged} then now() else released_at end,
        published_by = case when ${hasChanged} then ${JSON.stringify(actorOf(ctx.caller))}::jsonb else published_by end,
        version = version + 1, updated_at = now()
      where id = ${before.id} returning *`,
  )
  if (hasChanged) await addRelease(ctx, row!, notes)
  else recordPublished(ctx, row!)
  return before.id
}

async function addRelease(ctx: Context, row: ItemRow, notes: string): Promise<void> {
  await ctx.db.run(
    sql`insert into marketplace_releases (item_id, number, notes) values (${row.id}, ${row.release}, ${notes})`,
  )
  recordPublished(ctx, row)
}

function recordPublished(ctx: Context, row: ItemRow): void {
  const { kind, category, release, version } = row
  ctx.record({
    type: 'marketplace_item.published',
    ...concerning(itemKind, row),
    version,
    data: { kind, category, release },
  })
}

/** Returns whether the item changed since its current release. */
function differs(published: ItemRow, { name, description, tags, snapshot }: Source): boolean {
  const { name: publishedName, description: publishedDescription, tags: publishedTags } = published
  return !isDeepStrictEqual(
    [publishedName, publishedDescription, publishedTags, published.snapshot],
    [name, description, tags, snapshot],
  )
}

export const withdrawMarketplace = operation({
  id: 'marketplace.withdraw',
  summary: 'Withdraw an item of your organization from the marketplace. Copies in other organizations stay.',
  http: 'DELETE /api/marketplace/:item',
  access: withdrawsItem,
  destructive: true,
  input: z.object({ item: reference('marketplaceItem', 'Id of the marketplace item.') }),
  output: OwnPublishedItem,
}).run(async (ctx) => {
  const { db, found } = ctx
  expectVersion(ctx, found.version)
  if (found.withdrawn_at === null) {
    const [row] = await db.run<ItemRow>(
      sql`update marketplace_items set withdrawn_at = now(), version = version + 1, updated_at = now()
        where id = ${found.id} returning *`,
    )
    ctx.record({ type: 'marketplace_item.unpublished', ...concerning(itemKind, row!), version: row!.version })
  }
  return ownItemFromRow(ctx, await rereadItem(db, found.id))
})

export const listOwnMarketplace = operation({
  id: 'marketplace.listOwn',
  summary:
    'List the items that your organization published, withdrew or lost to an administrator, newest first.',
  http: 'GET /api/marketplace',
  shows: ['marketplace_item'],
  access: organization('member'),
  input: z.object({ search: itemFilters.search, ...pageInput }),
  output: pageOf(OwnPublishedItem),
}).run((ctx, input) =>
  readPage(
    ctx.db,
    input,
    orderByNewest('i.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${listedItemColumns} from ${fromItems}
        where i.organization_id = ${ctx.organization.id} and ${containsWords(input.search)} and ${after} ${orderAndLimit}`,
    (row: ListedItemRow) => ownItemFromRow(ctx, row),
  ),
)

export const getStatusMarketplace = operation({
  id: 'marketplace.getStatus',
  summary: 'Show whether an item of your organization is in the marketplace, and where it was copied from.',
  http: 'GET /api/marketplace/status/:kind/:item',
  shows: ['marketplace_item', 'skill', 'agent', 'workflow'],
  access: viewsSource,
  input: z.object(sourceFields),
  output: z
    .object({
      enabled: z.boolean().describe('Whether this instance has a marketplace.'),
      published: OwnPublishedItem.nullable().describe('Its publication, if it was ever published.'),
      changed: z.boolean().describe('Whether it changed since its current release.'),
      origin: Origin.nullable().describe('The marketplace item that it is a copy of.'),
      may: z.object({ publish: z.boolean() }).describe('Actions the caller can take.'),
    })
    .meta({ id: 'MarketplaceStatus' }),
}).run(async (ctx) => {
  const { app, db, source, caller } = ctx
  const enabled = app.settings.get('features.marketplace')
  const [row] = await db.run<ItemRow & { publisher: string }>(
    sql`select i.*, o.name as publisher from ${fromItems} where i.source_id = ${source.id}`,
  )
  return {
    enabled,
    published: row ? ownItemFromRow(ctx, row) : null,
    changed: row !== undefined && differs(row, source),
    origin: await findOrigin(db, source.id),
    may: may(caller, { publish: enabled && source.canPublish && caller.agent === null }),
  }
})

async function lockPublication(db: Queries, sourceId: string): Promise<ItemRow | undefined> {
  const [row] = await db.run<ItemRow>(
    sql`select * from marketplace_items where source_id = ${sourceId} for no key update`,
  )
  return row
}
