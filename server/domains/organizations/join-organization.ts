import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { Named } from '../../database/actor.ts'
import { type CallingOrganization, type Role, userActor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { joinTeam } from '../teams/team-members/join-and-leave.ts'
import type { TeamRow } from '../teams/tables.ts'
import { lockMember, lockOrganization } from '../membership/lock.ts'
import { requireRoom } from '../membership/plans.ts'

export interface NewMember extends Named {
  username: string
}

/**
 * Adds a user to an organization and, if it still exists, to a team. Makes it the user's current organization. Existing
 * members keep their role. Guests do not join the team.
 */
export async function joinOrganization(
  ctx: Context,
  person: NewMember,
  { organizationId, role, teamId }: { organizationId: string; role: Role; teamId: string | null },
): Promise<CallingOrganization> {
  const { db } = ctx
  const { id, slug, name } = await lockOrganization(db, organizationId)
  const existing = await lockMember(db, id, person.id)
  if (!existing) {
    await requireRoom(ctx, id, 'members')
    await db.run(
      sql`insert into memberships (organization_id, user_id, role) values (${id}, ${person.id}, ${role}) on conflict do nothing`,
    )
  }
  const membership = { id, slug, name, role: existing?.role ?? role, sandbox: false }
  const team = membership.role === 'guest' ? undefined : await lockTeam(db, id, teamId)
  await db.run(sql`update users set last_organization_id = ${id} where id = ${person.id}`)
  if (!existing)
    ctx.record({
      type: 'member.joined',
      subject: { kind: 'member', id: person.id, key: person.username },
      organizationId: id,
      data: { role, team: team?.id ?? null },
      actor: userActor(person),
    })
  if (team) await joinTeam(ctx, team, person, 'member', userActor(person))
  return membership
}

/** Locks the team against deletion until the transaction ends. */
async function lockTeam(
  db: Queries,
  organizationId: string,
  teamId: string | null,
): Promise<TeamRow | undefined> {
  const [team] = await db.run<TeamRow>(
    sql`select * from teams where id = ${teamId} and organization_id = ${organizationId} for key share`,
  )
  return team
}
