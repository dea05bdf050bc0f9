import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type InOrganization, requireOrganizationItself } from '../../operations/access.ts'
import type { Role } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import type { MembershipRow, OrganizationRow } from './tables.ts'

/**
 * Locks an organization against concurrent changes of its members, their roles and its plan usage. Checks under the lock
 * stay true until the commit. The lock does not block work in projects.
 */
export async function lockOrganization(db: Queries, id: string): Promise<OrganizationRow> {
  const [organization] = await db.run<OrganizationRow>(
    sql`select * from organizations where id = ${id} for no key update`,
  )
  return organization ?? reject('no_organization')
}

/** Locks all organizations of a user, always in the order of their ids, to avoid deadlocks. */
export async function lockOrganizationsOf(db: Queries, userId: string): Promise<void> {
  await db.run(
    sql`select 1 from organizations where id in (select organization_id from memberships where user_id = ${userId})
      order by id for no key update`,
  )
}

/**
 * Locks the organization and reloads it with the caller's current role. A concurrent transaction may have changed both
 * since the request started.
 */
export async function lockMembership(
  db: Queries,
  { caller, organization, user }: InOrganization,
  leastRole: Role,
): Promise<InOrganization> {
  const { slug, name } = await lockOrganization(db, organization.id)
  const [membership] = await db.run<{ role: Role }>(
    sql`select role from memberships where organization_id = ${organization.id} and user_id = ${user.id}`,
  )
  const current = membership ? { ...organization, slug, name, role: membership.role } : null
  return requireOrganizationItself({ ...caller, organization: current }, false, leastRole)
}

/** Locks a membership against removal until the transaction ends. A sandbox uses the members of its organization. */
export async function lockMember(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  const [member] = await db.run<MembershipRow>(
    sql`select * from memberships where user_id = ${userId}
        and organization_id = (select coalesce(sandbox_of, id) from organizations where id = ${organizationId}) for key share`,
  )
  return member
}

/** Locks the row of a user, to serialize changes to their account. */
export async function lockUserRow(db: Queries, id: string): Promise<void> {
  await db.run(sql`select 1 from users where id = ${id} for update`)
}
