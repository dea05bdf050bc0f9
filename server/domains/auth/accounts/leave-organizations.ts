import type { Queries } from '../../../database/connect.ts'
import type { Entry } from '../../../database/journal.ts'
import { sql } from '../../../database/sql.ts'
import type { Role } from '../../../operations/caller.ts'
import { removeMembership } from '../../organizations/members/remove-membership.ts'
import { eraseOrganization } from '../../organizations/erase-organization.ts'
import { lockOrganizationsOf } from '../../membership/lock.ts'

interface Successor {
  user_id: string
  username: string
  role: Role
  version: number
}

interface Departure {
  /** The ids of the organizations that still exist. */
  organizations: string[]
  /** The journal entries to append for them. */
  entries: Entry[]
}

/**
 * Removes a user from all their organizations. Erases an organization without other members. In an organization without
 * another owner, the member with the highest role becomes owner. Among equal roles, the earliest member does.
 */
export async function leaveOrganizations(db: Queries, userId: string): Promise<Departure> {
  await lockOrganizationsOf(db, userId)
  const memberships = await db.run<{ organization_id: string }>(
    sql`select organization_id from memberships where user_id = ${userId} order by organization_id`,
  )
  const departure: Departure = { organizations: [], entries: [] }
  for (const { organization_id: id } of memberships) {
    const successor = await findSuccessor(db, id, userId)
    if (!successor) {
      await eraseOrganization(db, id)
      continue
    }
    if (successor.role !== 'owner') departure.entries.push(await promoteToOwner(db, id, successor))
    departure.entries.push(...(await removeMembership(db, id, userId)).entries)
    departure.organizations.push(id)
  }
  return departure
}

/** Finds another owner, or the member to promote. Chooses a suspended or leaving member only if there is no other. */
async function findSuccessor(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<Successor | undefined> {
  const [successor] = await db.run<Successor>(
    sql`select m.user_id, u.username, m.role, m.version from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id <> ${userId}
      order by m.role = 'owner' desc, u.suspended_at is null and u.erase_at is null desc,
               array_position(array['owner', 'admin', 'member', 'guest'], m.role), m.created_at, m.user_id
      limit 1`,
  )
  return successor
}

async function promoteToOwner(db: Queries, organizationId: string, successor: Successor): Promise<Entry> {
  await db.run(
    sql`update memberships set role = 'owner', version = version + 1, updated_at = now()
      where organization_id = ${organizationId} and user_id = ${successor.user_id}`,
  )
  return {
    type: 'member.updated',
    subject: { kind: 'member', id: successor.user_id, key: successor.username },
    organizationId,
    version: successor.version + 1,
    changes: { role: { from: successor.role, to: 'owner' } },
  }
}
