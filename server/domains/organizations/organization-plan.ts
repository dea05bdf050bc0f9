import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { hasBilling, planNames } from '../membership/plans.ts'
import { OrganizationPlan, readPlan } from '../membership/show-plan.ts'
import { organizationItself, platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { reject } from '../../errors/errors.ts'
import { changeOrganization } from './change-organization.ts'
import { isOrganization, organizationRef } from './organization.ts'
import type { OrganizationRow } from '../membership/tables.ts'

export const getPlan = operation({
  id: 'organizations.getPlan',
  summary: "Show the organization's plan with its limits and current usage.",
  http: 'GET /api/organization/plan',
  shows: ['organization', 'agent', 'invitation', 'member', 'project', 'subscription'],
  access: organizationItself('member'),
  input: z.object({}),
  output: OrganizationPlan.extend({
    billing: z.object({
      enabled: z.boolean().describe('Whether a billing page is configured.'),
      publishableKey: z.string().nullable().describe('Publishable key of the payment provider.'),
    }),
  }),
}).run(async (ctx) => {
  const publishableKey = ctx.app.config.BILLING_KEY ?? null
  return {
    ...(await readPlan(ctx, ctx.organization.id)),
    billing: { enabled: hasBilling(ctx), publishableKey },
  }
})

export const setPlan = operation({
  id: 'organizations.setPlan',
  summary: "Set an organization's own plan. Items over a lower limit stay, but no more can be added.",
  http: 'PUT /api/admin/organizations/:organization/plan',
  access: platformAdmin,
  input: z.object({
    organization: organizationRef,
    plan: z.enum(planNames).describe('New plan. A larger subscription of an owner takes precedence.'),
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
  return { ...(await readPlan(ctx, id)), organization: { id, slug, name }, version }
})
