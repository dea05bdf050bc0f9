import type { Queries } from '../../database/connect.ts'
import { refuse } from '../../operations/errors.ts'
import type { MembershipRow, OrganizationRow } from './tables.ts'

/**
 * Whatever changes who is in an organization, with which role, or how much it holds, waits here for others that do: so
 * what is looked at next is still true at the end. Work in its projects goes on meanwhile.
 */
export async function holdOrganization(db: Queries, id: string): Promise<OrganizationRow> {
  const [organization] = await db.run<OrganizationRow>(
    'select * from organizations where id = $1 for no key update',
    [id],
  )
  return organization ?? refuse('no_organization')
}

/** A member of an organization, or of the one that a sandbox belongs to, who stays one until the transaction ends. */
export async function holdMember(
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
