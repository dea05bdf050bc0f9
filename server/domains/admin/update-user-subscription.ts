import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { sql } from '../../database/sql.ts'
import { rejectField } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { expectVersion } from '../../operations/rows.ts'
import { readSubscription, subscriptionPlans } from '../membership/subscription.ts'
import { AdministeredUser, asPersonOf, lockUser, reason, userRef } from './user.ts'
import { readUser } from './users.ts'

export const updateUserSubscription = operation({
  id: 'admin.updateUserSubscription',
  summary: "Set or end a user's subscription, which applies to the organizations that they own.",
  http: 'POST /api/admin/users/:user/subscription',
  access: platformAdmin,
  input: z.object({
    user: userRef,
    plan: z.enum(subscriptionPlans).nullable().describe('Plan. Null ends the subscription.'),
    until: z.iso
      .date()
      .nullable()
      .default(null)
      .describe('Last day, in UTC, such as 2027-12-31. Default null: no end.'),
    reason: reason.optional(),
  }),
  output: AdministeredUser,
}).run(async (ctx, { plan, reason: given, ...input }) => {
  const target = await lockUser(ctx, input.user)
  expectVersion(ctx, target.version)
  const before = await readSubscription(ctx.db, target.id)
  const until = plan && input.until
  if (until && until !== before?.until) requireNotPast(until)
  const from = { plan: before?.plan ?? null, until: before?.until ?? null }
  if (from.plan === plan && from.until === until) return readUser(ctx.db, target.id)
  await ctx.db.run(
    sql`update users set subscription_plan = ${plan}, subscription_until = ${until}, version = version + 1, updated_at = now()
      where id = ${target.id}`,
  )
  recordOwn(
    ctx,
    asPersonOf(target),
    plan ? 'subscription.updated' : 'subscription.ended',
    { kind: 'subscription', id: target.id, key: target.username },
    { plan, until, ...(given && { reason: given }) },
    {
      version: target.version + 1,
      changes: { plan: { from: from.plan, to: plan }, until: { from: from.until, to: until } },
    },
  )
  return readUser(ctx.db, target.id)
})

/** Rejects a past day, which is a mistake: null as the plan ends a subscription. */
function requireNotPast(until: string): void {
  if (until < databaseTime().slice(0, 10))
    rejectField('until', 'Choose today or a later day. To end the subscription now, pass "plan": null.')
}
