import { z } from 'zod'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { changeOrganization } from './change-organization.ts'
import { holdOrganization } from './hold.ts'
import { Organization, organizationFields, showOrganization } from './organization.ts'

export const updateOrganization = operation({
  id: 'organizations.update',
  summary: 'Change the name, address or description of the organization, or how its projects begin.',
  http: 'PATCH /api/organization',
  access: administersItself,
  input: z.object({
    name: organizationFields.name.optional(),
    slug: organizationFields.slug.optional(),
    description: organizationFields.description.optional(),
    defaultVisibility: organizationFields.defaultVisibility.optional(),
  }),
  output: Organization,
}).run(async (ctx, { defaultVisibility, ...set }) => {
  const before = await holdOrganization(ctx.db, ctx.organization.id)
  await changeOrganization(ctx, before, {
    ...set,
    ...(defaultVisibility && { default_visibility: defaultVisibility }),
  })
  return showOrganization(ctx.db, ctx.caller, ctx.organization)
})
