import { z } from 'zod'
import { type SignedIn, asPerson } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { foundOrganization } from './found-organization.ts'
import { Organization, organizationFields, showOrganization } from './organization.ts'

export const createOrganization = operation({
  id: 'organizations.create',
  summary: 'Make an organization. You own it, and work in it from now on.',
  http: 'POST /api/organizations',
  access: asPerson,
  created: true,
  input: z.object({
    name: organizationFields.name,
    slug: organizationFields.slug
      .optional()
      .describe('Its name in addresses, unique on this instance. Made from the name if left out.'),
  }),
  output: Organization,
}).run(async (ctx, input) => {
  await requireFewer(ctx)
  return showOrganization(ctx.db, ctx.caller, await foundOrganization(ctx, ctx.user, input))
})

const most = 100

async function requireFewer({ db, user }: Context & SignedIn): Promise<void> {
  // Of two that a person makes at the same moment, one waits here for the other.
  await db.run('select 1 from users where id = $1 for no key update', [user.id])
  const [owned] = await db.run<{ count: number }>(
    `select count(*)::int as count from memberships where user_id = $1 and role = 'owner'`,
    [user.id],
  )
  if (owned!.count >= most) reject('too_many', { most, things: 'organizations of your own' })
}
