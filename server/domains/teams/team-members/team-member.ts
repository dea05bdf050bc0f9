import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { imageUrl } from '../../auth/accounts/profile.ts'
import { type OnTeam, mayManage } from '../access.ts'
import { type TeamMemberRow, teamRoles } from '../tables.ts'

/** A team member as the API returns it. */
export const TeamMember = z
  .object({
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      username: z.string(),
      avatarUrl: z.string().nullable().describe('Path of their image on this server.'),
    }),
    role: z.enum(teamRoles).describe('A lead manages the team; a member works in it.'),
    joinedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        changeRole: z.boolean().describe('Change their role.'),
        remove: z.boolean().describe('Remove them from the team, or leave it.'),
      })
      .describe('What the caller can do with them.'),
  })
  .meta({ id: 'TeamMember' })

/** A team member row with the user's name. */
export interface ShownMember extends TeamMemberRow {
  name: string
  username: string
  avatar_id: string | null
}

/** The columns of `ShownMember`. Alias: `m` is the member. */
export const shownMember = sql`m.*, u.name, u.username, u.avatar_id`
export const fromTeamMembers = sql`team_members m join users u on u.id = m.user_id`

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

/** The input field that names a team member. */
export const teamMemberRef = reference('teamMember', 'Username, id or "me".')

export const teamRole = z.enum(teamRoles).describe('"lead" manages the team, "member" works in it.')
