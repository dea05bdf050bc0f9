import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { type SignedIn, asPerson } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { foundOrganization } from './found-organization.ts'
import { Organization, organizationFields, showOrganization } from './organization.ts'

export const createOrganization = operation({
  id: 'organizations.create',
  summary: 'Create an organization. You become its owner, and it becomes your current organization.',
  http: 'POST /api/organizations',
  access: asPerson,
  created: true,
  input: z.object({
    name: organizationFields.name,
    slug: organizationFields.slug
      .optional()
      .describe('Name in URLs, unique on this instance. Default: derived from the name.'),
  }),
  output: Organization,
}).run(async (ctx, input) => {
  await requireBelowLimit(ctx)
  return showOrganization(ctx.db, ctx.caller, await foundOrganization(ctx, ctx.user, input))
})

const maxOwned = 100

async function requireBelowLimit({ db, user }: Context & SignedIn): Promise<void> {
  // Serializes concurrent creations by one user, so that both are counted.
  await db.run(sql`select 1 from users where id = ${user.id} for no key update`)
  const [owned] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from memberships where user_id = ${user.id} and role = 'owner'`,
  )
  if (owned!.count >= maxOwned) reject('too_many', { most: maxOwned, things: 'owned organizations' })
}
