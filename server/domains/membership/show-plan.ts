import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import {
  type Limited,
  type Plan,
  type WithPlans,
  allPlansOf,
  countUsed,
  hasBilling,
  largestPlan,
  limited,
  planNames,
  plans,
} from './plans.ts'

const Limits = z.object({
  members: z.int().nullable().describe('Members and pending invitations.'),
  projects: z.int().nullable(),
  agents: z.int().nullable(),
  storage: z.int().nullable().describe('Bytes of evidence, attachments and team images.'),
  memory: z.int().nullable().describe('Memory entries.'),
  tokens: z.int().nullable().describe('API keys and MCP tokens.'),
})

export const OrganizationPlan = z
  .object({
    plan: z
      .enum(planNames)
      .describe(
        'Plan in effect: the largest of the own plan and the subscriptions of the owners. "unlimited" without billing.',
      ),
    ownPlan: z.enum(planNames).describe('Plan of the organization itself.'),
    limits: Limits.describe('Maximum per kind. Null means unlimited.'),
    used: z.record(z.enum(limited), z.int()).describe('Current number per kind. Storage in bytes.'),
  })
  .meta({ id: 'OrganizationPlan' })

const usedColumns = sql.join(limited.map((kind) => sql`${countUsed[kind](sql`o.id`)} as ${sql.raw(kind)}`))

interface PlanRow extends Record<Limited, number> {
  plans: Plan[]
}

function planFromRow(ctx: WithPlans, row: PlanRow): z.output<typeof OrganizationPlan> {
  const plan = hasBilling(ctx) ? largestPlan(row.plans) : 'unlimited'
  const { members, projects, agents, storage, memory, tokens } = row
  const used = { members, projects, agents, storage, memory, tokens }
  return { plan, ownPlan: row.plans[0]!, limits: plans[plan], used }
}

/** Returns the plan of an organization with its limits and usage. A sandbox has the plan of its organization. */
export async function readPlan(
  ctx: WithPlans,
  organizationId: string,
): Promise<z.output<typeof OrganizationPlan>> {
  const [row] = await ctx.db.run<PlanRow>(
    sql`select ${allPlansOf(sql`l`)} as plans, ${usedColumns}
       from organizations o join organizations l on l.id = coalesce(o.sandbox_of, o.id) where o.id = ${organizationId}`,
  )
  return row ? planFromRow(ctx, row) : reject('no_organization')
}

export const OwnedPlan = OrganizationPlan.extend({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
}).meta({ id: 'OwnedPlan' })

/** Returns the plans of the organizations that a user owns, by name. */
export async function readOwnedPlans(ctx: WithPlans, userId: string): Promise<z.output<typeof OwnedPlan>[]> {
  const rows = await ctx.db.run<PlanRow & { id: string; slug: string; name: string }>(
    sql`select o.id, o.slug, o.name, ${allPlansOf(sql`o`)} as plans, ${usedColumns}
       from memberships owned join organizations o on o.id = owned.organization_id
      where owned.user_id = ${userId} and owned.role = 'owner' order by lower(o.name), o.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    ...planFromRow(ctx, row),
  }))
}
