import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { imageUrl } from '../accounts/profile.ts'
import { type OnTeam, mayManage } from '../teams/access.ts'
import { type TeamMemberRow, teamRoles } from '../teams/tables.ts'

/** The shape the world sees. */
export const TeamMember = z
  .object({
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      username: z.string(),
      avatarUrl: z.string().nullable().describe('Where their picture is, on this server.'),
    }),
    role: z.enum(teamRoles).describe('A lead manages the team; a member works in it.'),
    joinedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        changeRole: z.boolean().describe('Give them another role.'),
        remove: z.boolean().describe('Take them out of the team, or leave it oneself.'),
      })
      .describe('What the caller may do with them.'),
  })
  .meta({ id: 'TeamMember' })

/** A row with who it is. */
export interface ShownMember extends TeamMemberRow {
  name: string
  username: string
  avatar_id: string | null
}

/** Reads the members `m` of teams. */
export const shownMember = 'm.*, u.name, u.username, u.avatar_id'
export const fromTeamMembers = 'team_members m join users u on u.id = m.user_id'

export function memberFromRow(ctx: Context & OnTeam, row: ShownMember): z.output<typeof TeamMember> {
  const manages = mayManage(ctx, ctx.team)
  return {
    user: {
      id: row.user_id,
      name: row.name,
      username: row.username,
      avatarUrl: imageUrl(row.avatar_id),
    },
    role: row.role,
    joinedAt: row.created_at,
    version: row.version,
    may: may(ctx.caller, { changeRole: manages, remove: manages || row.user_id === ctx.user.id }),
  }
}

/** How somebody in a team is named in any input. */
export const teamMemberRef = reference('teamMember', 'Who it is: a username, an id, or "me".')

export const teamRole = z.enum(teamRoles).describe('lead manages the team, member works in it.')
