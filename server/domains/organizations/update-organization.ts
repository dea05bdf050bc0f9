import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { requireOwnSecondFactor } from '../auth/second-factor/policy.ts'
import { changeOrganization } from './change-organization.ts'
import { lockOrganization } from '../membership/lock.ts'
import { Organization, organizationFields, showOrganization } from './organization.ts'

export const updateOrganization = operation({
  id: 'organizations.update',
  summary:
    'Change the name, slug, description, default project visibility or second-factor requirement of the organization.',
  http: 'PATCH /api/organization',
  access: administersItself,
  input: z.object({
    name: organizationFields.name.optional(),
    slug: organizationFields.slug.optional(),
    description: organizationFields.description.optional(),
    defaultVisibility: organizationFields.defaultVisibility.optional(),
    requireSecondFactor: organizationFields.requireSecondFactor.optional(),
  }),
  output: Organization,
}).run(async (ctx, { defaultVisibility, requireSecondFactor, ...set }) => {
  if (requireSecondFactor) requireOwnSecondFactor(ctx.caller)
  const before = await lockOrganization(ctx.db, ctx.organization.id)
  await changeOrganization(ctx, before, {
    ...set,
    ...(defaultVisibility && { default_visibility: defaultVisibility }),
    ...(requireSecondFactor !== undefined && { require_second_factor: requireSecondFactor }),
  })
  if (requireSecondFactor !== undefined)
    await ctx.db.run(
      sql`update organizations set require_second_factor = ${requireSecondFactor} where sandbox_of = ${ctx.organization.id}`,
    )
  return showOrganization(ctx.db, ctx.caller, ctx.organization)
})
