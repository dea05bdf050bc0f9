import { z } from 'zod'
import { organizationItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { OrganizationPlan, showPlan } from './plan.ts'

export const getPlan = operation({
  id: 'organizations.getPlan',
  summary: "Show the organization's plan, what it has room for, and how much of that is used.",
  http: 'GET /api/organization/plan',
  access: organizationItself('member'),
  input: z.object({}),
  output: OrganizationPlan.extend({
    billing: z.object({
      enabled: z.boolean().describe('Whether there is a page on which a plan can be paid for.'),
      publishableKey: z.string().nullable().describe('What the page of the payment provider needs.'),
    }),
  }),
}).run(async (ctx) => {
  const publishableKey = ctx.app.config.BILLING_KEY ?? null
  return {
    ...(await showPlan(ctx.db, ctx.organization.id)),
    billing: { enabled: publishableKey !== null, publishableKey },
  }
})
