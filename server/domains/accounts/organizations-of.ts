import type { Queries } from '../../database/connect.ts'
import type { CallingOrganization } from '../../operations/caller.ts'

/** All organizations of a person with the role they have there; sandboxes come last. */
export function organizationsOf(db: Queries, userId: string): Promise<CallingOrganization[]> {
  return db.run<CallingOrganization>(
    `select o.id, o.slug, o.name, m.role, o.sandbox_of is not null as sandbox
       from organization_members m join organizations o on o.id = m.organization_id
      where m.user_id = $1 order by sandbox, o.name, o.id`,
    [userId],
  )
}
