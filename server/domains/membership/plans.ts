import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { planNames } from '../../config-choices.ts'
import { reject } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { lockOrganization } from './lock.ts'
import { activePlansOf } from './subscription.ts'

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** Limits of each plan. They apply on instances with billing. */
export const plans = {
  free: { members: 5, projects: 5, agents: 5, storage: 100 * mebibyte, memory: 10_000, tokens: 20 },
  team: { members: 50, projects: 100, agents: 50, storage: 10 * gibibyte, memory: 250_000, tokens: 500 },
  business: {
    members: 1000,
    projects: 2000,
    agents: 1000,
    storage: 100 * gibibyte,
    memory: 5_000_000,
    tokens: 10_000,
  },
  unlimited: { members: null, projects: null, agents: null, storage: null, memory: null, tokens: null },
} as const satisfies Record<string, Record<string, number | null>>

export type Plan = keyof typeof plans
export type Limited = keyof (typeof plans)[Plan]
export { planNames }
export const limited = ['members', 'projects', 'agents', 'storage', 'memory', 'tokens'] as const

/** The part of a context that decides about plans. */
export interface WithPlans {
  app: { config: Pick<App['config'], 'BILLING_KEY'> }
  db: Queries
}

/** SQL that counts each limited kind. Pending invitations count as members, to reserve their places. */
export const countUsed: Record<Limited, (organizationId: Sql) => Sql> = {
  members: (id) => sql`(select count(*)::int from memberships where organization_id = ${id})
    + (select count(*)::int from invitations where organization_id = ${id} and status = 'pending'
        and expires_at > now())`,
  projects: (id) =>
    sql`(select count(*)::int from projects where organization_id = ${id} and deleted_at is null)`,
  agents: (id) =>
    sql`(select count(*)::int from agents where organization_id = ${id} and deleted_at is null)`,
  // A double is exact up to 8 PiB, and drivers return a bigint as text.
  storage: (
    id,
  ) => sql`((select coalesce(sum(octet_length(content)), 0) from evidence where organization_id = ${id}
        and deleted_at is null and content is not null)
    + (select coalesce(sum(octet_length(i.bytes)), 0) from images i join teams t on t.id = i.team_id
        where t.organization_id = ${id})
    + (select coalesce(sum(size), 0) from attachments where organization_id = ${id}))::float8`,
  memory: (id) =>
    sql`(select count(*)::int from memories where organization_id = ${id} and deleted_at is null)`,
  tokens: (id) => sql`(select count(*)::int from credentials where organization_id = ${id}
      and revoked_at is null and (expires_at is null or expires_at > now()))`,
}

/**
 * Rejects more items than the plan allows. Locks the organization, so that concurrent calls are counted. `amount` is the
 * number of new items, or of bytes of storage. Without billing nothing is limited, and no query runs.
 */
export async function requireRoom(
  ctx: WithPlans,
  organizationId: string,
  kind: Limited,
  amount = 1,
): Promise<void> {
  if (!hasBilling(ctx)) return
  const plan = await planOf(ctx, organizationId)
  const max = plans[plan][kind]
  if (max === null || amount === 0) return
  await lockOrganization(ctx.db, organizationId)
  const [used] = await ctx.db.run<{ count: number }>(
    sql`select ${countUsed[kind](sql`${organizationId}`)} as count`,
  )
  if (used!.count + amount > max)
    reject('plan_limit', {
      plan,
      most: kind === 'storage' ? formatSize(max) : max,
      things: things[kind],
    })
}

/** Returns whether the instance charges for plans. Otherwise no limit applies. */
export function hasBilling({ app }: Pick<WithPlans, 'app'>): boolean {
  return app.config.BILLING_KEY !== undefined
}

/**
 * Returns the plan in effect: the largest of the organization's own plan and the active subscriptions of its owners. A
 * sandbox has the plan of its organization.
 */
export async function planOf(ctx: WithPlans, organizationId: string): Promise<Plan> {
  if (!hasBilling(ctx)) return 'unlimited'
  const [row] = await ctx.db.run<{ plans: Plan[] }>(
    sql`select ${allPlansOf(sql`l`)} as plans
       from organizations o join organizations l on l.id = coalesce(o.sandbox_of, o.id) where o.id = ${organizationId}`,
  )
  return row ? largestPlan(row.plans) : reject('no_organization')
}

/** SQL for the organization's own plan and the active subscriptions of its owners, as an array. */
export function allPlansOf(organization: Sql): Sql {
  return sql`array_prepend(${organization}.plan, ${activePlansOf(organization)})`
}

export function largestPlan(given: readonly Plan[]): Plan {
  return planNames[Math.max(...given.map((plan) => planNames.indexOf(plan)))]!
}

function formatSize(bytes: number): string {
  return bytes < gibibyte ? `${bytes / mebibyte} MiB` : `${bytes / gibibyte} GiB`
}

const things: Record<Limited, string> = {
  members: 'members and invitations',
  projects: 'projects',
  agents: 'agents',
  storage: 'of evidence, attachments and team images',
  memory: 'memory entries',
  tokens: 'API keys and MCP tokens',
}
