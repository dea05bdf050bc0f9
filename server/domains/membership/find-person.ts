import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Named } from '../../database/actor.ts'
import type { Role } from '../../operations/caller.ts'
import { anyUuid } from '../../platform/ids.ts'

export interface PersonInOrganization extends Named {
  username: string
  avatar_id: string | null
  role: Role
}

/** Returns the SQL condition that user `u` has this id or username. */
export function isUser(ref: string): Sql {
  return anyUuid.test(ref) ? sql`u.id = ${ref}` : sql`u.username = lower(${ref})`
}

/** Returns the member with this username or id. In a sandbox, it searches the organization that owns the sandbox. */
export async function findPerson(
  db: Queries,
  organizationId: string,
  ref: string,
): Promise<PersonInOrganization | undefined> {
  const [person] = await db.run<PersonInOrganization>(
    sql`select u.id, u.name, u.username, u.avatar_id, m.role
       from organization_members m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and ${isUser(ref)}`,
  )
  return person
}
