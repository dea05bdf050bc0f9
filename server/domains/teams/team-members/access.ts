import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { AccessRule } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { isUser } from '../../membership/find-person.ts'
import { type OnTeam, onTeam, requireManager } from '../access.ts'
import { type ShownMember, fromTeamMembers, shownMember } from './team-member.ts'

/*
 * Rights on a team member:
 *   view         every member of the organization
 *   change role  managers of the team
 *   remove       managers of the team, and the member themselves
 */
export interface OnTeamMember extends OnTeam {
  member: ShownMember
}

type MemberInput = { team: string; member: string }

export const changesTeamMember: AccessRule<MemberInput, OnTeamMember> = {
  ...onTeam('manage'),
  name: 'changesTeamMember',
  async check(context, input) {
    const granted = await onTeam('manage').check(context, input)
    return { ...granted, member: await findMember(context.db, granted, input.member) }
  },
}

export const removesTeamMember: AccessRule<MemberInput, OnTeamMember> = {
  ...onTeam('manage'),
  name: 'removesTeamMember',
  sentence: 'Leads of the team, owners and admins of the organization, and the member themselves.',
  also: ['lead', 'oneself'],
  async check(context, input) {
    const granted = await onTeam('view').check(context, input)
    const { id, username } = granted.user
    const isSelf = ['me', id, username].includes(input.member.toLowerCase())
    if (!isSelf) requireManager(granted, granted.team)
    return { ...granted, member: await findMember(context.db, granted, input.member) }
  },
}

/** Returns the member of the team. `me` is the caller. */
export async function findMember(db: Queries, { team, user }: OnTeam, ref: string): Promise<ShownMember> {
  const userRef = ref === 'me' ? user.id : ref
  const [member] = await db.run<ShownMember>(
    sql`select ${shownMember} from ${fromTeamMembers}
      where m.team_id = ${team.id} and ${isUser(userRef)}`,
  )
  return member ?? reject('not_found', { kind: 'member of the team', ref })
}
