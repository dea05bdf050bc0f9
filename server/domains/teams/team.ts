import { z } from 'zod'
import type { Kind } from '../../operations/rows.ts'
import type { Context } from '../../operations/context.ts'
import { may } from '../../operations/may.ts'
import type { InOrganization } from '../../operations/access.ts'
import { reference } from '../../operations/reference.ts'
import { imageUrl } from '../../operations/image-url.ts'
import { type SeenTeam, mayManage, type OnTeam } from './access.ts'
import { type TeamRow, teamRoles } from './tables.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { visibleProjects } from '../projects/access.ts'
import type { VisibleProjects } from '../projects/visible-projects.ts'

/** A team as the API returns it. */
export const Team = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Slug in URLs, unique on this instance.'),
    name: z.string(),
    description: z.string(),
    avatarUrl: z.string().nullable().describe('URL path of the image on this server.'),
    role: z
      .enum(teamRoles)
      .nullable()
      .describe("The caller's role in the team. Null if they are not a member."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        manage: z
          .boolean()
          .describe('Whether the caller can change the settings and members, and delete the team.'),
      })
      .describe('Rights of the caller.'),
  })
  .meta({ id: 'Team' })

export const CountedTeam = Team.extend({
  memberCount: z.int(),
  projectCount: z.int().describe('Number of active projects of the team that the caller can see.'),
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

export const teamRef = reference('team', 'Slug or id of the team.')

/** Input of operations on the caller's current team, to select another team. */
export const otherTeam = teamRef
  .optional()
  .describe("Slug or id of another team. Default: the caller's current team.")

export const teamFields = {
  name: z.string().trim().min(1).max(120).describe('Display name.'),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens.')
    .max(60)
    .describe('Slug in URLs, unique on this instance.'),
  description: z.string().max(20_000).describe('Purpose of the team, in Markdown.'),
}

export const changedTeamFields = {
  name: teamFields.name.optional(),
  slug: teamFields.slug.optional(),
  description: teamFields.description.optional(),
}

export interface TeamCounts {
  member_count: number
  project_count: number
}

/** Selects the counts of a team by the SQL expression of its id. Skips projects that the caller can't see. */
export function countsOf(teamId: Sql, visible: VisibleProjects): Sql {
  return sql`(select count(*)::int from team_members where team_id = ${teamId}) as member_count,
          (select count(*)::int from projects p where p.team_id = ${teamId} and ${visible.where}
              and p.deleted_at is null and p.archived_at is null) as project_count`
}

export async function teamWithCounts(ctx: Context & OnTeam): Promise<z.output<typeof CountedTeam>> {
  const [counts] = await ctx.db.run<TeamCounts>(
    sql`select ${countsOf(sql`${ctx.team.id}`, visibleProjects(ctx))}`,
  )
  return {
    ...teamFromRow(ctx, ctx.team),
    memberCount: counts!.member_count,
    projectCount: counts!.project_count,
  }
}
