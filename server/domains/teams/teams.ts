import { z } from 'zod'
import { requireRoom } from '../membership/plans.ts'
import { organization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { createTeamWithLead, changeTeam } from './save-team.ts'
import {
  Team,
  teamFields,
  teamFromRow,
  CountedTeam,
  teamRef,
  otherTeam,
  changedTeamFields,
  teamWithCounts,
  type TeamCounts,
  countsOf,
} from './team.ts'
import { onTeam, onCurrentTeam, type SeenTeam, type OnTeam } from './access.ts'
import { orderByText, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { visibleProjects } from '../projects/access.ts'
import { reject } from '../../errors/errors.ts'
import { recordOwn } from '../../operations/record-own.ts'
import type { Context } from '../../operations/context.ts'
import { type Image, drawImage, setImage } from '../../operations/set-image.ts'

export const createTeam = operation({
  id: 'teams.create',
  summary: 'Create a team in the current organization. The caller becomes its lead.',
  http: 'POST /api/teams',
  access: organization('member'),
  created: true,
  input: z.object({
    name: teamFields.name,
    slug: teamFields.slug
      .optional()
      .describe('Slug in URLs, unique on this instance. Default: derived from the name.'),
    description: teamFields.description.default(''),
  }),
  output: Team,
}).run(async (ctx, input) => {
  return teamFromRow(ctx, await createTeamWithLead(ctx, input))
})

export const getTeam = operation({
  id: 'teams.get',
  summary: 'Get a team of the organization.',
  http: 'GET /api/teams/:team',
  shows: ['team', 'member', 'team_member', 'user'],
  access: onTeam('view'),
  input: z.object({ team: teamRef }),
  output: CountedTeam,
}).run(teamWithCounts)

export const getCurrentTeam = operation({
  id: 'teams.getCurrent',
  summary: "Get the caller's current team: the one they last switched to, or else the one they joined first.",
  http: 'GET /api/team',
  access: onCurrentTeam('view'),
  input: z.object({ team: otherTeam }),
  output: CountedTeam,
}).run(teamWithCounts)

const byName = orderByText('lower(t.name)', 't.id')

export const listTeams = operation({
  id: 'teams.list',
  summary: "List the caller's teams, or all teams of the organization, by name.",
  http: 'GET /api/teams',
  shows: ['team', 'member', 'team_member'],
  access: organization('member'),
  input: z.object({
    mine: z
      .boolean()
      .default(true)
      .describe("True for the caller's teams, false for all teams of the organization. Default true."),
    ...pageInput,
  }),
  output: pageOf(CountedTeam),
}).run(async (ctx, input) => {
  return readPage(
    ctx.db,
    input,
    byName,
    ({ after, orderAndLimit }) =>
      sql`select t.*, m.role as own_role, lower(t.name) as sort_value, ${countsOf(sql`t.id`, visibleProjects(ctx))}
       from teams t ${input.mine ? sql`join` : sql`left join`} team_members m
         on m.team_id = t.id and m.user_id = ${ctx.user.id}
      where t.organization_id = ${ctx.organization.id} and ${after} ${orderAndLimit}`,
    (row: SeenTeam & TeamCounts & { sort_value: string }) => ({
      ...teamFromRow(ctx, row),
      memberCount: row.member_count,
      projectCount: row.project_count,
    }),
  )
})

export const updateTeam = operation({
  id: 'teams.update',
  summary: 'Change the name, slug or description of a team.',
  http: 'PATCH /api/teams/:team',
  access: onTeam('manage'),
  input: z.object({ team: teamRef, ...changedTeamFields }),
  output: Team,
}).run((ctx, { team: _, ...set }) => changeTeam(ctx, set))

export const updateCurrentTeam = operation({
  id: 'teams.updateCurrent',
  summary: "Change the name, slug or description of the caller's current team.",
  http: 'PATCH /api/team',
  access: onCurrentTeam('manage'),
  input: z.object({ team: otherTeam, ...changedTeamFields }),
  output: Team,
}).run((ctx, { team: _, ...set }) => changeTeam(ctx, set))

export const switchTeam = operation({
  id: 'teams.switch',
  summary: "Switch the caller's current team to another team that they belong to.",
  http: 'POST /api/teams/:team/switch',
  access: onTeam('view'),
  input: z.object({ team: teamRef }),
  output: Team,
}).run(async (ctx) => {
  const { db, organization, team, user } = ctx
  if (team.own_role === null) reject('not_in_team', { team: team.slug })
  const changed = await db.run(
    sql`insert into current_teams (user_id, organization_id, team_id) values (${user.id}, ${organization.id}, ${team.id})
     on conflict (user_id, organization_id) do update set team_id = excluded.team_id
       where current_teams.team_id <> excluded.team_id
     returning team_id`,
  )
  if (changed.length > 0) {
    const subject = { kind: 'team', id: team.id, key: team.slug }
    recordOwn(ctx, { ...user, organization }, 'team.switched', subject)
  }
  return teamFromRow(ctx, team)
})

export const setTeamAvatar = operation({
  id: 'teams.setTeamAvatar',
  summary: "Upload the image of the caller's current team: PNG, JPEG, WebP or GIF, at most 5 MiB.",
  http: 'POST /api/team/avatar',
  access: onCurrentTeam('manage'),
  upload: 'image',
  input: z.object({ team: otherTeam, image: z.file().describe('Image file: PNG, JPEG, WebP or GIF.') }),
  output: Team,
  prepare: async (_granted, { image }) => ({
    picture: await drawImage(image, { width: 512, height: 512 }),
  }),
}).run((ctx) => setAvatar(ctx, ctx.picture))

export const removeTeamAvatar = operation({
  id: 'teams.removeTeamAvatar',
  summary: "Remove the image of the caller's current team.",
  http: 'DELETE /api/team/avatar',
  access: onCurrentTeam('manage'),
  destructive: true,
  input: z.object({ team: otherTeam }),
  output: Team,
}).run((ctx) => setAvatar(ctx, null))

async function setAvatar(ctx: Context & OnTeam, picture: Image | null) {
  if (picture) await requireRoom(ctx, ctx.team.organization_id, 'storage', picture.bytes.length)
  return setImage(ctx.db, {
    owner: { team: ctx.team.id },
    picture,
    before: ctx.team.avatar_id,
    put: (avatar_id) => changeTeam(ctx, { avatar_id }),
  })
}
