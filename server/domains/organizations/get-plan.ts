import { z } from 'zod'
import { organizationItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { OrganizationPlan, showPlan } from './plan.ts'

export const getPlan = operation({
  id: 'organizations.getPlan',
  summary: "Show the organization's plan with its limits and current usage.",
  http: 'GET /api/organization/plan',
  shows: ['organization', 'agent', 'invitation', 'member', 'project'],
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
    ...(await showPlan(ctx.db, ctx.organization.id)),
    billing: { enabled: publishableKey !== null, publishableKey },
  }
})
