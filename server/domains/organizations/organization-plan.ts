import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type Limited, countUsed, limited, planNames, planOf, plans } from '../membership/plans.ts'
import { organizationItself, platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { reject } from '../../errors/errors.ts'
import { changeOrganization } from './change-organization.ts'
import { isOrganization, organizationRef } from './organization.ts'
import type { OrganizationRow } from '../membership/tables.ts'

const Limits = z.object({
  members: z.int().nullable().describe('Members and pending invitations.'),
  projects: z.int().nullable(),
  agents: z.int().nullable(),
  memory: z.int().nullable().describe('Memory entries.'),
  tokens: z.int().nullable().describe('API keys and MCP tokens.'),
})

const OrganizationPlan = z
  .object({
    plan: z.enum(planNames),
    limits: Limits.describe('Maximum per kind. Null means unlimited.'),
    used: z.record(z.enum(limited), z.int()).describe('Current number per kind.'),
  })
  .meta({ id: 'OrganizationPlan' })

async function showPlan(db: Queries, organizationId: string): Promise<z.output<typeof OrganizationPlan>> {
  const plan = await planOf(db, organizationId)
  const [used] = await db.run<Record<Limited, number>>(
    sql`select ${sql.join(limited.map((kind) => sql`${countUsed[kind](organizationId)} as ${sql.raw(kind)}`))}`,
  )
  return { plan, limits: plans[plan], used: used! }
}

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
