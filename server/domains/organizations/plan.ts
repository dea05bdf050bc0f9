import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type Limited, countUsed, limited, planNames, planOf, plans } from './plans.ts'

const Limits = z.object({
  members: z.int().nullable().describe('Members and pending invitations.'),
  projects: z.int().nullable(),
  agents: z.int().nullable(),
  memory: z.int().nullable().describe('Memory entries.'),
  tokens: z.int().nullable().describe('API keys and MCP tokens.'),
})

export const OrganizationPlan = z
  .object({
    plan: z.enum(planNames),
    limits: Limits.describe('Maximum per kind. Null means unlimited.'),
    used: z.record(z.enum(limited), z.int()).describe('Current number per kind.'),
  })
  .meta({ id: 'OrganizationPlan' })

export async function showPlan(
  db: Queries,
  organizationId: string,
): Promise<z.output<typeof OrganizationPlan>> {
  const plan = await planOf(db, organizationId)
  const [used] = await db.run<Record<Limited, number>>(
    sql`select ${sql.join(limited.map((kind) => sql`${countUsed[kind](organizationId)} as ${sql.raw(kind)}`))}`,
  )
  return { plan, limits: plans[plan], used: used! }
}
