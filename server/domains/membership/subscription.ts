import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'

/** Plans that a subscription can have. "free" needs none. */
export const subscriptionPlans = ['team', 'business', 'unlimited'] as const

/** The subscription of a user. It applies to every organization that they own. */
export const Subscription = z
  .object({
    plan: z.enum(subscriptionPlans),
    until: z.iso.date().nullable().describe('Last day, in UTC. Null: no end.'),
    active: z.boolean().describe('False after the last day.'),
  })
  .meta({ id: 'Subscription' })

export interface SubscriptionRow {
  subscription_plan: (typeof subscriptionPlans)[number] | null
  subscription_until: string | null
  subscription_active: boolean
}

// Days start at midnight UTC.
const isActive = sql`(u.subscription_plan is not null
  and (u.subscription_until is null or u.subscription_until >= (now() at time zone 'utc')::date))`

/** The columns of `SubscriptionRow`. Alias: `u` is the user. */
export const subscriptionColumns = sql`u.subscription_plan, u.subscription_until::text as subscription_until,
       ${isActive} as subscription_active`

/** Returns the subscription of a user, also after its last day. */
export async function readSubscription(
  db: Queries,
  userId: string,
): Promise<z.output<typeof Subscription> | null> {
  const [user] = await db.run<SubscriptionRow>(
    sql`select ${subscriptionColumns} from users u where u.id = ${userId}`,
  )
  return subscriptionFromRow(user!)
}

export function subscriptionFromRow(row: SubscriptionRow): z.output<typeof Subscription> | null {
  const { subscription_plan: plan, subscription_until: until, subscription_active: active } = row
  return plan && { plan, until, active }
}

/** SQL for the plans of the active subscriptions of an organization's owners, as an array. */
export function activePlansOf(organization: Sql): Sql {
  return sql`array(select u.subscription_plan from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organization}.id and m.role = 'owner' and ${isActive})`
}
