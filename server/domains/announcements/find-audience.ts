import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { Audience } from './announcement.ts'

interface GivenAudience {
  to: Audience['audience']
  organization?: string | undefined
  team?: string | undefined
  people?: string[] | undefined
}

/** Resolves the recipients that an administrator names. */
export async function findAudience(
  db: Queries,
  { to, organization, team, people }: GivenAudience,
): Promise<Audience & { audience_name: string | null }> {
  const none = { audience: to, audience_name: null, organization_id: null, team_id: null, user_ids: [] }
  if (to === 'organization') {
    if (organization === undefined) rejectField('organization', 'Name the organization.')
    const [found] = await db.run<{ id: string; name: string }>(
      sql`select id, name from organizations where sandbox_of is null
        and ${anyUuid.test(organization) ? sql`id = ${organization}` : sql`slug = lower(${organization})`}`,
    )
    if (!found) reject('not_found', { kind: 'organization', ref: organization })
    return { ...none, audience_name: found.name, organization_id: found.id }
  }
  if (to === 'team') {
    if (team === undefined) rejectField('team', 'Name the team by its id.')
    const [found] = anyUuid.test(team)
      ? await db.run<{ id: string; name: string; organization_id: string }>(
          sql`select id, name, organization_id from teams where id = ${team}`,
        )
      : []
    if (!found) reject('not_found', { kind: 'team', ref: team })
    return { ...none, audience_name: found.name, organization_id: found.organization_id, team_id: found.id }
  }
  if (to === 'people') return { ...none, user_ids: await findPeople(db, people ?? []) }
  return none
}

async function findPeople(db: Queries, refs: string[]): Promise<string[]> {
  if (refs.length === 0) rejectField('people', 'Name at least one person.')
  const wanted = [...new Set(refs.map((ref) => ref.toLowerCase()))]
  const found = await db.run<{ id: string; username: string; email: string }>(
    sql`select id, username, lower(email) as email from users
      where erased_at is null and (id::text = any(${wanted}) or username = any(${wanted}) or lower(email) = any(${wanted}))`,
  )
  const missing = wanted.find(
    (ref) => !found.some(({ id, username, email }) => [id, username, email].includes(ref)),
  )
  if (missing !== undefined) reject('not_found', { kind: 'user', ref: missing })
  return found.map(({ id }) => id)
}
