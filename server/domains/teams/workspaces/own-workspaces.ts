import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

export const OwnWorkspace = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Returns the workspaces that a user owns, in every organization where they are more than a guest. */
export function ownWorkspaces(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnWorkspace>>(
    sql`select w.id, w.organization_id as "organizationId", w.name, w.description, w.created_at as "createdAt",
            w.updated_at as "updatedAt"
       from workspaces w join organization_members m on m.organization_id = w.organization_id and m.user_id = ${userId}
      where w.owner_id = ${userId} and m.role <> 'guest' and w.deleted_at is null order by w.id`,
  )
}
