import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { type InOrganization, organization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { teamRef } from '../teams/team.ts'
import { type FoundItem, findItem, lockItem, requireMarketplace } from './find-item.ts'
import { isListed } from './item.ts'
import { type Copy, kindsOfItems } from './kinds.ts'
import { marketplaceKinds } from './snapshot.ts'

export const installMarketplace = operation({
  id: 'marketplace.install',
  summary: 'Add a copy of a marketplace item to your organization. A workflow needs an admin or owner.',
  http: 'POST /api/marketplace/:item/install',
  access: organization('member'),
  adds: true,
  input: z.object({
    // Not a `reference`, because an item of another organization is found.
    item: z.string().max(100).describe('Id of the marketplace item.'),
    team: teamRef
      .optional()
      .describe('Team that can use a skill: slug or id. Without it, the skill is personal.'),
  }),
  output: z
    .object({
      kind: z.enum(marketplaceKinds),
      id: z.uuid().describe('Id of the new skill, agent or workflow.'),
      name: z.string(),
      release: z.int().describe('Number of the release that was added.'),
    })
    .meta({ id: 'MarketplaceCopy' }),
}).run(async (ctx, { item: ref, team }) => {
  requireMarketplace(ctx.app)
  // The lock keeps the count exact, and the item listed until the copy exists.
  const item = await findItem(ctx.db, ref, isListed, lockItem)
  const { id, name } = await kindsOfItems[item.kind].copy(ctx, item, { team })
  await recordInstall(ctx, item, { id, name })
  return { kind: item.kind, id, name, release: item.release }
})

/** Stores the origin of a copy, and counts the organization once. Sandboxes and the publisher don't count. */
async function recordInstall(ctx: Context & InOrganization, item: FoundItem, copy: Copy): Promise<void> {
  const { db, organization: current } = ctx
  const counts = !current.sandbox && current.id !== item.organization_id
  if (counts)
    await db.run(
      sql`update marketplace_items set installs = installs + 1 where id = ${item.id} and not exists (
        select 1 from marketplace_installs where item_id = ${item.id} and organization_id = ${current.id})`,
    )
  await db.run(
    sql`insert into marketplace_installs (id, item_id, organization_id, copy_id, item_name, release, published_by, publisher, installed_by)
      values (${newId()}, ${item.id}, ${current.id}, ${copy.id}, ${item.name}, ${item.release},
        ${JSON.stringify(item.published_by)}, ${item.publisher}, ${JSON.stringify(actorOf(ctx.caller))})`,
  )
  ctx.record({
    type: 'marketplace_item.installed',
    subject: { kind: 'marketplace_item', id: item.id, key: item.name },
    organizationId: current.id,
    data: { kind: item.kind, release: item.release, copy: copy.id, name: copy.name },
  })
}
