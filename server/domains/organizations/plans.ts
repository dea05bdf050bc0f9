import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../operations/errors.ts'
import { lockOrganization } from './lock.ts'

/** Limits of each plan. Self-hosted instances default to `unlimited`. */
export const plans = {
  free: { members: 5, projects: 5, agents: 5, memory: 10_000, tokens: 20 },
  team: { members: 50, projects: 100, agents: 50, memory: 250_000, tokens: 500 },
  business: { members: 1000, projects: 2000, agents: 1000, memory: 5_000_000, tokens: 10_000 },
  unlimited: { members: null, projects: null, agents: null, memory: null, tokens: null },
} as const satisfies Record<string, Record<string, number | null>>

export type Plan = keyof typeof plans
export type Limited = keyof (typeof plans)[Plan]
export { planNames } from './plan-names.ts'
export const limited = ['members', 'projects', 'agents', 'memory', 'tokens'] as const

/** SQL that counts each limited kind. Pending invitations count as members, to reserve their places. */
export const countUsed: Record<Limited, (organizationId: string) => Sql> = {
  members: (id) => sql`(select count(*)::int from memberships where organization_id = ${id})
    + (select count(*)::int from invitations where organization_id = ${id} and status = 'pending'
        and expires_at > now())`,
  projects: (id) =>
    sql`(select count(*)::int from projects where organization_id = ${id} and deleted_at is null)`,
  agents: (id) =>
    sql`(select count(*)::int from agents where organization_id = ${id} and deleted_at is null)`,
  memory: (id) =>
    sql`(select count(*)::int from memories where organization_id = ${id} and deleted_at is null)`,
  tokens: (id) => sql`(select count(*)::int from credentials where organization_id = ${id}
      and revoked_at is null and (expires_at is null or expires_at > now()))`,
}

/** Rejects one more item than the plan allows. Locks the organization, so that concurrent calls are counted. */
export async function requireRoom(db: Queries, organizationId: string, kind: Limited): Promise<void> {
  const plan = await planOf(db, organizationId)
  const max = plans[plan][kind]
  if (max === null) return
  await lockOrganization(db, organizationId)
  const [used] = await db.run<{ count: number }>(sql`select ${countUsed[kind](organizationId)} as count`)
  if (used!.count >= max) reject('plan_limit', { plan, most: max, things: things[kind] })
}

/** Returns the plan of an organization. A sandbox has the plan of its organization. */
export async function planOf(db: Queries, organizationId: string): Promise<Plan> {
  const [row] = await db.run<{ plan: Plan }>(
    sql`select l.plan from organizations o join organizations l on l.id = coalesce(o.sandbox_of, o.id) where o.id = ${organizationId}`,
  )
  return row?.plan ?? reject('no_organization')
}

const things: Record<Limited, string> = {
  members: 'members and invitations',
  projects: 'projects',
  agents: 'agents',
  memory: 'memory entries',
  tokens: 'API keys and MCP tokens',
}
