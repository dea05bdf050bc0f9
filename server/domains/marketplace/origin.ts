import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { Rows } from '../../database/row-types.ts'
import { sql } from '../../database/sql.ts'
import { isListed } from './item.ts'

/** The marketplace item that an item of an organization was copied from. */
export const Origin = z
  .object({
    itemId: z.uuid().nullable().describe('Id of the marketplace item. Null if it was deleted.'),
    name: z.string().describe('Name of the marketplace item when it was added.'),
    release: z.int().describe('Number of the release that was added.'),
    author: z.string().describe('Name of the person who published the release.'),
    organization: z.string().describe('Name of their organization.'),
    latestRelease: z
      .int()
      .nullable()
      .describe('Current release. Null if it is no longer in the marketplace.'),
    addedAt: z.iso.datetime(),
  })
  .meta({ id: 'MarketplaceOrigin' })

type InstallRow = Rows['marketplace_installs']

export async function findOrigin(db: Queries, copyId: string): Promise<z.output<typeof Origin> | null> {
  const [row] = await db.run<InstallRow & { latest_release: number | null }>(
    sql`select n.*, i.release as latest_release from marketplace_installs n
      left join marketplace_items i on i.id = n.item_id and ${isListed} where n.copy_id = ${copyId}`,
  )
  if (!row) return null
  return {
    itemId: row.item_id,
    name: row.item_name,
    release: row.release,
    author: row.published_by.name,
    organization: row.publisher,
    latestRelease: row.latest_release,
    addedAt: row.created_at,
  }
}
