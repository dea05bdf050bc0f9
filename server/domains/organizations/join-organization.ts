import type { Queries } from '../../database/connect.ts'
import { type CallingOrganization, type Named, type Role, userActor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { holdMember, holdOrganization } from './hold.ts'
import { requireRoom } from './plans.ts'

export interface Newcomer extends Named {
  username: string
}

/**
 * Makes somebody a member of an organization, and of a team there if it still exists, and lets them work there from now
 * on. Whoever is a member already stays what they are; nobody is brought into a team as a guest.
 */
export async function joinOrganization(
  ctx: Context,
  person: Newcomer,
  { organizationId, role, teamId }: { organizationId: string; role: Role; teamId: string | null },
): Promise<CallingOrganization> {
  const { db } = ctx
  const { id, slug, name } = await holdOrganization(db, organizationId)
  const before = await holdMember(db, id, person.id)
  if (!before) {
    await requireRoom(db, id, 'members')
    await db.run(
      `insert into memberships (organization_id, user_id, role) values ($1, $2, $3) on conflict do nothing`,
      [id, person.id, role],
    )
  }
  const membership = { id, slug, name, role: before?.role ?? role, sandbox: false }
  const team = membership.role === 'guest' ? null : await joinTeam(db, id, teamId, person)
  await db.run('update users set last_organization_id = $2 where id = $1', [person.id, id])
  if (!before)
    ctx.record({
      type: 'member.joined',
      subject: { kind: 'member', id: person.id, key: person.username },
      organizationId: id,
      data: { role, team },
      actor: userActor(person),
    })
  return membership
}

async function joinTeam(
  db: Queries,
  organizationId: string,
  teamId: string | null,
  { id }: Newcomer,
): Promise<string | null> {
  const [team] = await db.run<{ id: string }>(
    'select id from teams where id = $1 and organization_id = $2 for key share',
    [teamId, organizationId],
  )
  if (!team) return null
  await db.run(
    `insert into team_members (team_id, organization_id, user_id, role) values ($1, $2, $3, 'member')
     on conflict do nothing`,
    [team.id, organizationId, id],
  )
  return team.id
}
