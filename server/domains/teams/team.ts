import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { may } from '../../operations/may.ts'
import type { InOrganization } from '../../operations/access.ts'
import { reference } from '../../operations/reference.ts'
import { imageUrl } from '../accounts/profile.ts'
import { type SeenTeam, mayManage } from './access.ts'
import { type TeamRow, teamRoles } from './tables.ts'

/** The shape the world sees. */
export const Team = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Its name in addresses, unique on this instance.'),
    name: z.string(),
    description: z.string(),
    avatarUrl: z.string().nullable().describe('Where its picture is, on this server.'),
    role: z.enum(teamRoles).nullable().describe('What the caller is in it; null if they are not.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ manage: z.boolean().describe('Change its settings and members, and delete it.') })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Team' })

export const CountedTeam = Team.extend({
  memberCount: z.int(),
  projectCount: z.int().describe('How many of its active projects the caller sees.'),
}).meta({ id: 'CountedTeam' })

export function teamFromRow(ctx: Context & InOrganization, row: SeenTeam): z.output<typeof Team> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    avatarUrl: imageUrl(row.avatar_id),
    role: row.own_role,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(ctx.caller, { manage: mayManage(ctx, row) }),
  }
}

export const teamKind: Kind<TeamRow> = { name: 'team', table: 'teams', key: 'slug' }

/** How a team is named in any input. */
export const teamRef = reference('team', 'The team: its slug or its id.')

/** Of operations on the team that the caller works in, which can also be told another one. */
export const otherTeam = teamRef
  .optional()
  .describe('Another team than the one that the caller works in: its slug or its id.')

export const teamFields = {
  name: z.string().trim().min(1).max(120).describe('What people call it.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
    .max(60)
    .describe('Its name in addresses, unique on this instance.'),
  description: z.string().max(20_000).describe('What it is for, in markdown.'),
}

export const changedTeamFields = {
  name: teamFields.name.optional(),
  slug: teamFields.slug.optional(),
  description: teamFields.description.optional(),
}
