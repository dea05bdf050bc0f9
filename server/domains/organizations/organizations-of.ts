import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { CallingOrganization } from '../../operations/caller.ts'

/** Selects the organizations `o` of a user with the membership `m`, including sandboxes. */
export function selectOrganizationsOf(userId: string): Sql {
  return sql`
  select o.id, o.slug, o.name, m.role, o.sandbox_of is not null as sandbox
    from organization_members m join organizations o on o.id = m.organization_id
   where m.user_id = ${userId}`
}

/** Returns all organizations of a user with the user's role, sandboxes last. */
export function organizationsOf(db: Queries, userId: string): Promise<CallingOrganization[]> {
  return db.run<CallingOrganization>(sql`${selectOrganizationsOf(userId)} order by sandbox, o.name, o.id`)
}

/** Switches a user whose current organization was deleted or left to another of their organizations. */
export async function switchToRemaining(db: Queries, userId: string): Promise<void> {
  await db.run(
    sql`update users u set last_organization_id = (
        select organization_id from memberships where user_id = ${userId} order by created_at, organization_id limit 1)
      where u.id = ${userId} and not exists (
        select 1 from organization_members where user_id = ${userId} and organization_id = u.last_organization_id)`,
  )
}
