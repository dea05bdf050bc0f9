import { sql } from '../server/database/sql.ts'
import { newId } from '../server/platform/ids.ts'
import type { Given } from './given.ts'
import { publishedSkill } from './marketplace-things.ts'
import { insert } from './things.ts'
import { noOne } from './things-in-projects.ts'

/** Inputs for the marketplace that their schemas don't determine: a part of given.ts. */
export const givenMarketplace: Record<string, Given> = {
  'marketplace.get': listed(),
  'marketplace.install': listed(),
  'marketplace.getAny': listed(),
  'marketplace.update': listed(),
  'marketplace.remove': listed(),
  async 'marketplace.withdraw'(_person, { app }, { marketplaceItem }) {
    await app.database.run(
      sql`update marketplace_items set withdrawn_at = null where id = ${marketplaceItem!}`,
    )
    return {}
  },
  'marketplace.restore': listed({ removed_at: '2026-01-01', removed_by: noOne, removal_reason: 'Spam.' }),
}

/** Returns an input with an item that another organization published. */
function listed(state: object = {}): Given {
  return async (_person, server) => {
    const { user, organization } = await server.register('Publisher')
    const row = { id: newId(), organization_id: organization.id, ...publishedSkill(user, 'Mend a thread') }
    return { item: await insert(server, 'marketplace_items', { ...row, ...state }) }
  }
}
