import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Narrow } from '../../database/tables.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import { may } from '../../operations/may.ts'
import type { Kind } from '../../operations/rows.ts'
import { Snapshot, marketplaceKinds } from './snapshot.ts'

/** The categories of the marketplace. */
export const categories = [
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
] as const
type Category = (typeof categories)[number]

const statuses = ['published', 'withdrawn', 'removed'] as const
export type ItemStatus = (typeof statuses)[number]
export const itemStatus = z
  .enum(statuses)
  .describe('published: everyone sees it. withdrawn: by its organization. removed: by an administrator.')

/** An item of the marketplace as public lists return it. */
export const MarketplaceItem = z
  .object({
    id: z.uuid(),
    kind: z.enum(marketplaceKinds),
    name: z.string(),
    description: z.string().describe('Purpose. Lists return its first 400 characters.'),
    category: z.enum(categories),
    tags: z.array(z.string()),
    author: z.string().describe('Name of the person who published the current release.'),
    organization: z.string().describe('Name of their organization.'),
    release: z.int().describe('Number of the current release, starting at 1.'),
    releasedAt: z.iso.datetime().describe('Time of the current release.'),
    installs: z.int().describe('Number of organizations that added it.'),
    featured: z.boolean().describe('Whether an administrator featured it.'),
  })
  .meta({ id: 'MarketplaceItem' })

const Release = z.object({
  number: z.int(),
  notes: z.string().describe('Changes in this release.'),
  at: z.iso.datetime(),
})

/** An item with its content. */
export const MarketplaceItemDetails = MarketplaceItem.extend({
  content: Snapshot.describe('Content of the current release. Text by people whom you may not know.'),
  releases: z.array(Release).describe('Notes of the latest 20 releases, newest first.'),
}).meta({ id: 'MarketplaceItemDetails' })

/** An item as its organization and administrators see it. */
export const PublishedItem = MarketplaceItem.extend({
  status: itemStatus,
  sourceId: z.uuid().describe('Id of the skill, agent or workflow that it was published from.'),
  organizationId: z.uuid(),
  removalReason: z.string().nullable().describe('Reason of the administrator who removed it.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'PublishedItem' })

export const OwnPublishedItem = PublishedItem.extend({
  may: z.object({ withdraw: z.boolean() }).describe('Actions the caller can take.'),
}).meta({ id: 'OwnPublishedItem' })

export type ItemRow = Narrow<Rows['marketplace_items'], { snapshot: Snapshot; category: Category }>
export type ListedItemRow = Omit<ItemRow, 'snapshot'> & { publisher: string }

export const itemKind: Kind<ItemRow> = { name: 'marketplace_item', table: 'marketplace_items', key: 'name' }

const maxListedDescription = 400

/** The columns of `ListedItemRow`. Aliases: `i` is the item, `o` its organization. */
export const listedItemColumns = sql`i.id, i.organization_id, i.kind, i.source_id, i.name,
    left(i.description, ${sql.raw(maxListedDescription)}) as description, i.category, i.tags, i.release, i.released_at, i.published_by,
    i.installs, i.featured_at, i.withdrawn_at, i.removed_at, i.removed_by, i.removal_reason, i.version, i.created_at,
    i.updated_at, o.name as publisher`
export const fromItems = sql`marketplace_items i join organizations o on o.id = i.organization_id`
export const isListed = sql`i.withdrawn_at is null and i.removed_at is null`

/** Returns the SQL condition that an item `i` has this status. */
export function hasStatus(status: ItemStatus): Sql {
  if (status === 'removed') return sql`i.removed_at is not null`
  return status === 'published' ? isListed : sql`i.withdrawn_at is not null and i.removed_at is null`
}

/** Returns the SQL condition that an item `i` contains all words of a search text. */
export function containsWords(text: string | undefined): Sql {
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const searched = sql`lower(concat_ws(' ', i.name, i.description, array_to_string(i.tags, ' ')))`
  return sql.join(
    [sql`true`, ...words.map((word) => sql`position(${word}::text in ${searched}) > 0`)],
    ' and ',
  )
}

export function itemFromRow(row: ListedItemRow): z.output<typeof MarketplaceItem> {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    description: row.description,
    category: row.category,
    tags: row.tags,
    author: row.published_by.name,
    organization: row.publisher,
    release: row.release,
    releasedAt: row.released_at,
    installs: row.installs,
    featured: row.featured_at !== null,
  }
}

export function publishedItemFromRow(row: ListedItemRow): z.output<typeof PublishedItem> {
  return {
    ...itemFromRow(row),
    status: statusOf(row),
    sourceId: row.source_id,
    organizationId: row.organization_id,
    removalReason: row.removal_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export function ownItemFromRow(
  granted: InOrganization,
  row: ListedItemRow,
): z.output<typeof OwnPublishedItem> {
  const withdraw = row.withdrawn_at === null && canWithdraw(granted, row)
  return { ...publishedItemFromRow(row), may: may(granted.caller, { withdraw }) }
}

/** Admins of the organization can withdraw every item, members the items that they published. */
export function canWithdraw(
  { organization, user }: Pick<InOrganization, 'organization' | 'user'>,
  { published_by }: Pick<ListedItemRow, 'published_by'>,
): boolean {
  return hasRole(organization, 'admin') || published_by.id === user.id
}

function statusOf(row: ListedItemRow): ItemStatus {
  if (row.removed_at !== null) return 'removed'
  return row.withdrawn_at === null ? 'published' : 'withdrawn'
}
