import type { Queries } from '../../database/connect.ts'
import type { CallingOrganization } from '../../operations/caller.ts'

/** Reads the organizations `o`, sandboxes included, that a person is a member `m` of. The person is `$1`. */
export const selectOrganizationsOf = `
  select o.id, o.slug, o.name, m.role, o.sandbox_of is not null as sandbox
    from organization_members m join organizations o on o.id = m.organization_id
   where m.user_id = $1`

/** All organizations of a person with the role they have there; sandboxes come last. */
export function organizationsOf(db: Queries, userId: string): Promise<CallingOrganization[]> {
  return db.run<CallingOrganization>(`${selectOrganizationsOf} order by sandbox, o.name, o.id`, [userId])
}

/** Whoever has left the organization that they used last, or has seen it deleted, works on in another of theirs. */
export async function moveOn(db: Queries, userId: string): Promise<void> {
  await db.run(
    `update users u set last_organization_id = (
        select organization_id from memberships where user_id = $1 order by created_at, organization_id limit 1)
      where u.id = $1 and not exists (
        select 1 from organization_members where user_id = $1 and organization_id = u.last_organization_id)`,
    [userId],
  )
}
