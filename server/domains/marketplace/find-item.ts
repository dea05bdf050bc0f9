import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type ItemRow, type MarketplaceItemDetails, itemFromRow, listedItemColumns } from './item.ts'

export type FoundItem = ItemRow & { publisher: string }

/** Rejects while an administrator has turned the marketplace off. */
export function requireMarketplace({ settings }: Pick<App, 'settings'>): void {
  if (!settings.get('features.marketplace')) reject('marketplace_off')
}

/** Finds an item by id, with its content. `condition` decides which items `i` the caller can see. */
export async function findItem(
  db: Queries,
  ref: string,
  condition: Sql,
  lock: Sql = sql.empty,
): Promise<FoundItem> {
  const [item] = anyUuid.test(ref)
    ? await db.run<FoundItem>(
        sql`select i.*, o.name as publisher from marketplace_items i join organizations o on o.id = i.organization_id
          where i.id = ${ref} and ${condition} ${lock}`,
      )
    : []
  return item ?? reject('not_found', { kind: 'marketplace item', ref })
}

/** Locks an item against concurrent changes of its state. */
export const lockItem = sql`for no key update of i`

/** Reads an item again after a change. */
export async function rereadItem(db: Queries, id: string) {
  const [row] = await db.run<Omit<FoundItem, 'snapshot'>>(
    sql`select ${listedItemColumns} from marketplace_items i join organizations o on o.id = i.organization_id
      where i.id = ${id}`,
  )
  return row!
}

const maxReleases = 20

export async function showDetails(
  db: Queries,
  item: FoundItem,
): Promise<z.output<typeof MarketplaceItemDetails>> {
  const releases = await db.run<{ number: number; notes: string; at: string }>(
    sql`select number, notes, created_at as at from marketplace_releases
      where item_id = ${item.id} order by number desc limit ${sql.raw(maxReleases)}`,
  )
  return { ...itemFromRow(item), content: item.snapshot, releases }
}
