import type { Queries } from '../../database/connect.ts'
import type { Named, Role } from '../../operations/caller.ts'
import { anyUuid } from '../../platform/ids.ts'

export interface PersonInOrganization extends Named {
  username: string
  avatar_id: string | null
  role: Role
}

/** Whether the user `u` of a query is whom a reference means: an id, or else a username. The parameter is `$2`. */
export function isCalled(ref: string): string {
  return anyUuid.test(ref) ? 'u.id = $2' : 'u.username = lower($2)'
}

/** Somebody in an organization, or in the one that a sandbox belongs to, by username or id. */
export async function findPerson(
  db: Queries,
  organizationId: string,
  ref: string,
): Promise<PersonInOrganization | undefined> {
  const [person] = await db.run<PersonInOrganization>(
    `select u.id, u.name, u.username, u.avatar_id, m.role
       from organization_members m join users u on u.id = m.user_id
      where m.organization_id = $1 and ${isCalled(ref)}`,
    [organizationId, ref],
  )
  return person
}
