import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { memoryScopes } from './tables.ts'

export const OwnAgent = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  name: z.string(),
  role: z.string(),
  instructions: z.string(),
  memoryScope: z.enum(memoryScopes),
  model: z.string(),
  dailyBudget: z.int().nullable(),
  publicSlug: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Returns the agents that a user owns in every organization where they can still see agents. */
export function ownAgents(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnAgent>>(
    sql`select a.id, a.organization_id as "organizationId", a.name, a.role, a.instructions,
            a.memory_scope as "memoryScope", a.model, a.daily_budget as "dailyBudget", a.public_slug as "publicSlug",
            a.created_at as "createdAt", a.updated_at as "updatedAt"
       from agents a join organization_members m on m.organization_id = a.organization_id and m.user_id = ${userId}
      where a.owner_id = ${userId} and m.role <> 'guest' and a.deleted_at is null order by a.id`,
  )
}
