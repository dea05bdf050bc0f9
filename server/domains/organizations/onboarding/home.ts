import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { SignedIn } from '../../../operations/access.ts'
import type { CallingOrganization } from '../../../operations/caller.ts'
import type { OnboardingRow } from './onboarding.ts'

/**
 * Returns the organization that the user sets up: the one of the onboarding, if they are still a member, else their
 * current one. A sandbox counts as its organization. Returns null for a user without an organization.
 */
export async function findHome(
  db: Queries,
  { caller, user }: SignedIn,
  onboarding: OnboardingRow | undefined,
): Promise<CallingOrganization | null> {
  const ids = [onboarding?.organization_id, caller.organization?.id].filter((id) => id != null)
  const [home] = await db.run<CallingOrganization>(
    sql`select l.id, l.slug, l.name, m.role, false as sandbox
       from unnest(${ids}::uuid[]) with ordinality as candidate (id, rank)
       join organizations o on o.id = candidate.id
       join organizations l on l.id = coalesce(o.sandbox_of, o.id)
       join memberships m on m.organization_id = l.id and m.user_id = ${user.id}
      order by rank limit 1`,
  )
  return home ?? null
}
