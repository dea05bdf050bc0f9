import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { platformAdmin } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { changeOrganization } from './change-organization.ts'
import { isOrganization, organizationRef } from './organization.ts'
import { OrganizationPlan, showPlan } from './plan.ts'
import { planNames } from './plans.ts'
import type { OrganizationRow } from './tables.ts'

export const setPlan = operation({
  id: 'organizations.setPlan',
  summary: "Set an organization's plan. Items over a lower limit stay, but no more can be added.",
  http: 'PUT /api/admin/organizations/:organization/plan',
  access: platformAdmin,
  input: z.object({
    organization: organizationRef,
    plan: z.enum(planNames).describe('New plan.'),
  }),
  output: OrganizationPlan.extend({
    organization: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    version: z.int(),
  }),
}).run(async (ctx, { organization: ref, plan }) => {
  const [before] = await ctx.db.run<OrganizationRow>(
    sql`select * from organizations o where ${isOrganization(ref)} for no key update`,
  )
  if (!before) reject('not_found', { kind: 'organization', ref })
  if (before.sandbox_of) reject('live_only')
  const { id, slug, name, version } = await changeOrganization(ctx, before, { plan })
  return { ...(await showPlan(ctx.db, id)), organization: { id, slug, name }, version }
})
