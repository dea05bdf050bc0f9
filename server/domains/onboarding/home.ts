import type { Queries } from '../../database/connect.ts'
import type { SignedIn } from '../../operations/access.ts'
import type { CallingOrganization } from '../../operations/caller.ts'
import type { OnboardingRow } from './tables.ts'

/**
 * The organization that somebody sets up: the one that they began with, if they are still in it, else the one that they
 * work in, a sandbox counting as the one it belongs to. Nobody has to have one.
 */
export async function homeOf(
  db: Queries,
  { caller, user }: SignedIn,
  begun: OnboardingRow | undefined,
): Promise<CallingOrganization | null> {
  const ids = [begun?.organization_id, caller.organization?.id].filter((id) => id != null)
  const [home] = await db.run<CallingOrganization>(
    `select l.id, l.slug, l.name, m.role, false as sandbox
       from unnest($1::uuid[]) with ordinality as wanted (id, place)
       join organizations o on o.id = wanted.id
       join organizations l on l.id = coalesce(o.sandbox_of, o.id)
       join memberships m on m.organization_id = l.id and m.user_id = $2
      order by place limit 1`,
    [ids, user.id],
  )
  return home ?? null
}
