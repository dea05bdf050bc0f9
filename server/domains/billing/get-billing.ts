import { z } from 'zod'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { hasBilling } from '../membership/plans.ts'
import { OwnedPlan, readOwnedPlans } from '../membership/show-plan.ts'
import { Subscription, readSubscription } from '../membership/subscription.ts'

export const getBilling = operation({
  id: 'billing.get',
  summary: 'Get your subscription, and the limits and usage of the organizations that you own.',
  http: 'GET /api/settings/billing',
  shows: ['subscription', 'organization', 'agent', 'invitation', 'member', 'project'],
  access: ownAccount,
  input: z.object({}),
  output: z.object({
    enabled: z.boolean().describe('Whether the instance charges for plans. Otherwise nothing is limited.'),
    subscription: Subscription.nullable().describe('Null without a subscription.'),
    organizations: z
      .array(OwnedPlan)
      .describe('Organizations that you own, by name. Empty on instances without billing.'),
  }),
}).run(async (ctx) => {
  const enabled = hasBilling(ctx)
  return {
    enabled,
    subscription: await readSubscription(ctx.db, ctx.user.id),
    organizations: enabled ? await readOwnedPlans(ctx, ctx.user.id) : [],
  }
})
