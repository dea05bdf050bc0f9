import type { Queries } from '../../database/connect.ts'
import type { AccessRule } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { isCalled } from '../organizations/find-person.ts'
import { type OnTeam, onTeam, requireManager } from '../teams/access.ts'
import { type ShownMember, fromTeamMembers, shownMember } from './team-member.ts'

/*
 * Who may do what with somebody in a team:
 *   see          every member of the organization
 *   change role  whoever manages the team
 *   remove       whoever manages the team, and they themselves
 */
export interface OnTeamMember extends OnTeam {
  member: ShownMember
}

type Named = { team: string; member: string }

export const changesTeamMember: AccessRule<Named, OnTeamMember> = {
  ...onTeam('manage'),
  name: 'changesTeamMember',
  async check(asked, input) {
    const granted = await onTeam('manage').check(asked, input)
    return { ...granted, member: await findMember(asked.db, granted, input.member) }
  },
}

export const removesTeamMember: AccessRule<Named, OnTeamMember> = {
  ...onTeam('manage'),
  name: 'removesTeamMember',
  sentence: 'The leads of the team, owners and admins of the organization, and whoever leaves it themselves.',
  also: ['lead', 'oneself'],
  async check(asked, input) {
    const granted = await onTeam('view').check(asked, input)
    const { id, username } = granted.user
    const isOneself = ['me', id, username].includes(input.member.toLowerCase())
    if (!isOneself) requireManager(granted, granted.team)
    return { ...granted, member: await findMember(asked.db, granted, input.member) }
  },
}

async function findMember(db: Queries, { team, user }: OnTeam, ref: string): Promise<ShownMember> {
  const who = ref === 'me' ? user.id : ref
  const [member] = await db.run<ShownMember>(
    `select ${shownMember} from ${fromTeamMembers}
      where m.team_id = $1 and ${isCalled(who)}`,
    [team.id, who],
  )
  return member ?? reject('not_found', { kind: 'member of the team', ref })
}
