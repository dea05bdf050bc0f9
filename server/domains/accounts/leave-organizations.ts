import type { Queries } from '../../database/connect.ts'
import type { Entry } from '../../database/journal.ts'
import type { Role } from '../../operations/caller.ts'
import { removeMembership } from '../members/remove-membership.ts'
import { eraseOrganization } from '../organizations/erase-organization.ts'
import { lockOrganizationsOf } from '../organizations/lock.ts'

interface Heir {
  user_id: string
  username: string
  role: Role
  version: number
}

interface Left {
  /** The organizations that remain. */
  organizations: string[]
  /** What is to be told there. */
  entries: Entry[]
}

/**
 * Takes a person out of all their organizations. One in which they were alone goes with everything in it; in one that
 * would be left without an owner, whoever ranks highest, and of several the one who came first, becomes it.
 */
export async function leaveOrganizations(db: Queries, userId: string): Promise<Left> {
  await lockOrganizationsOf(db, userId)
  const memberships = await db.run<{ organization_id: string }>(
    'select organization_id from memberships where user_id = $1 order by organization_id',
    [userId],
  )
  const left: Left = { organizations: [], entries: [] }
  for (const { organization_id: id } of memberships) {
    const heir = await highestBesides(db, id, userId)
    if (!heir) {
      await eraseOrganization(db, id)
      continue
    }
    if (heir.role !== 'owner') left.entries.push(await makeOwner(db, id, heir))
    left.entries.push(...(await removeMembership(db, id, userId)).entries)
    left.organizations.push(id)
  }
  return left
}

/** An owner if there is another one. Whoever is suspended or leaves too becomes one only if nobody else is there. */
async function highestBesides(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<Heir | undefined> {
  const [heir] = await db.run<Heir>(
    `select m.user_id, u.username, m.role, m.version from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.user_id <> $2
      order by m.role = 'owner' desc, u.suspended_at is null and u.erase_at is null desc,
               array_position(array['owner', 'admin', 'member', 'guest'], m.role), m.created_at, m.user_id
      limit 1`,
    [organizationId, userId],
  )
  return heir
}

async function makeOwner(db: Queries, organizationId: string, heir: Heir): Promise<Entry> {
  await db.run(
    `update memberships set role = 'owner', version = version + 1, updated_at = now()
      where organization_id = $1 and user_id = $2`,
    [organizationId, heir.user_id],
  )
  return {
    type: 'member.updated',
    subject: { kind: 'member', id: heir.user_id, key: heir.username },
    organizationId,
    version: heir.version + 1,
    changes: { role: { from: heir.role, to: 'owner' } },
  }
}
