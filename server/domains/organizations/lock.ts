import type { Queries } from '../../database/connect.ts'
import { type InOrganization, requireOrganizationItself } from '../../operations/access.ts'
import type { Role } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import type { MembershipRow, OrganizationRow } from './tables.ts'

/**
 * Whatever changes who is in an organization, with which role, or how much it holds, waits here for others that do: so
 * what is looked at next is still true at the end. Work in its projects goes on meanwhile.
 */
export async function lockOrganization(db: Queries, id: string): Promise<OrganizationRow> {
  const [organization] = await db.run<OrganizationRow>(
    'select * from organizations where id = $1 for no key update',
    [id],
  )
  return organization ?? reject('no_organization')
}

/** All organizations of a person, in one order for everybody, so that two who hold several do not hold each other up. */
export async function lockOrganizationsOf(db: Queries, userId: string): Promise<void> {
  await db.run(
    `select 1 from organizations where id in (select organization_id from memberships where user_id = $1)
      order by id for no key update`,
    [userId],
  )
}

/**
 * The organization held, as it is now and with the role that the caller has now: whoever came first may have changed it
 * since the request began.
 */
export async function lockMembership(
  db: Queries,
  { caller, organization, user }: InOrganization,
  leastRole: Role,
): Promise<InOrganization> {
  const { slug, name } = await lockOrganization(db, organization.id)
  const [own] = await db.run<{ role: Role }>(
    'select role from memberships where organization_id = $1 and user_id = $2',
    [organization.id, user.id],
  )
  const now = own ? { ...organization, slug, name, role: own.role } : null
  return requireOrganizationItself({ ...caller, organization: now }, false, leastRole)
}

/** A member of an organization, or of the one that a sandbox belongs to, who stays one until the transaction ends. */
export async function lockMember(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  const [member] = await db.run<MembershipRow>(
    `select * from memberships where user_id = $2
        and organization_id = (select coalesce(sandbox_of, id) from organizations where id = $1) for key share`,
    [organizationId, userId],
  )
  return member
}
