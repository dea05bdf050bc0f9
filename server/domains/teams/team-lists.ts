import { orderByText, readPage, orderByNewest, pageInput, pageOf } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { type SeenProject, visibleProjects } from '../projects/access.ts'
import { listedProjectFromRow, ListedProject } from '../projects/project.ts'
import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTeam, onCurrentTeam } from './access.ts'
import { teamRef, otherTeam } from './team.ts'
import { Feature, type SeenFeature, featureFromRow } from '../features/feature.ts'
import { featureStatuses } from '../work/items/feature-statuses.ts'
import { ListedSkill, listedSkillFromRow, listedSkills, skillByName } from '../knowledge/skills/skill.ts'
import { type AgentAtWork, agentsAtWork } from './agents-at-work.ts'
import { membersOfTeam } from './team-members/team-members.ts'
import { TeamMember } from './team-members/team-member.ts'

const projectsByName = orderByText('lower(p.name)', 'p.id')

/** Returns a page of the projects `p` that the caller can see and that match the condition, by name. */
export async function pageOfProjects(
  ctx: Context & InOrganization,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  condition: Sql,
) {
  const visible = visibleProjects(ctx)
  return readPage(
    ctx.db,
    { limit, cursor },
    projectsByName,
    ({ after, orderAndLimit }) =>
      sql`select p.*, ${visible.right} as right, lower(p.name) as sort_value from projects p
      where ${condition} and ${visible.where} and p.deleted_at is null and ${after} ${orderAndLimit}`,
    (row: SeenProject & { sort_value: string }) => listedProjectFromRow(row, ctx.caller),
  )
}

export const listTeamProjects = operation({
  id: 'teams.listTeamProjects',
  summary: 'List the projects of a team that the caller can see, by name.',
  http: 'GET /api/teams/:team/projects',
  shows: ['team', 'project'],
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    archived: z
      .boolean()
      .default(false)
      .describe('True for archived projects instead of active ones. Default false.'),
    ...pageInput,
  }),
  output: pageOf(ListedProject),
}).run((ctx, { archived, ...paging }) =>
  pageOfProjects(
    ctx,
    paging,
    sql`p.team_id = ${ctx.team.id} and p.archived_at is ${archived ? sql`not null` : sql`null`}`,
  ),
)

const newest = orderByNewest('f.id')

export const listTeamFeatures = operation({
  id: 'teams.listTeamFeatures',
  summary: "List the features of a team's projects that the caller can see, newest first.",
  http: 'GET /api/teams/:team/features',
  shows: ['team', 'feature'],
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    status: z
      .array(z.enum(featureStatuses))
      .max(featureStatuses.length)
      .optional()
      .describe('Only features with one of these statuses.'),
    ...pageInput,
  }),
  output: pageOf(Feature),
}).run(async (ctx, input) => {
  const visible = visibleProjects(ctx)
  const hasStatus = input.status ? sql`f.status = any(${input.status})` : sql`true`
  return readPage(
    ctx.db,
    input,
    newest,
    ({ after, orderAndLimit }) =>
      sql`select f.*, p.slug as project_slug, ${visible.right} as right
       from features f join projects p on p.id = f.project_id
      where p.team_id = ${ctx.team.id} and ${visible.where} and p.deleted_at is null and f.deleted_at is null
        and ${hasStatus} and ${after}
      ${orderAndLimit}`,
    (row: SeenFeature) => featureFromRow(row, ctx.caller),
  )
})

const byName = orderByText(skillByName, 's.id')

export const listTeamSkills = operation({
  id: 'teams.listTeamSkills',
  summary: 'List the skills of a team, by name. Callers outside the team see only its public skills.',
  http: 'GET /api/teams/:team/skills',
  shows: ['team', 'skill'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(ListedSkill),
}).run(async (ctx, input) => {
  const canSeeTeamSkills = ctx.team.own_role !== null || hasRole(ctx.organization, 'admin')
  const scopes = canSeeTeamSkills ? ['team', 'public'] : ['public']
  return readPage(
    ctx.db,
    input,
    byName,
    ({ after, orderAndLimit }) =>
      sql`select ${listedSkills}
      where s.team_id = ${ctx.team.id} and s.scope = any(${scopes}) and s.deleted_at is null and ${after} ${orderAndLimit}`,
    listedSkillFromRow,
  )
})

const TeamAgent = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: z.string().describe('Role of the agent.'),
    openTasks: z
      .int()
      .describe('Number of its open tasks in the projects of the team that the caller can see.'),
    lastUsedAt: z.iso.datetime().nullable().describe('Time when a team member last used the agent.'),
  })
  .meta({ id: 'TeamAgent' })

const agentsByName = orderByText('lower(a.name)', 'a.id')

export const listTeamAgents = operation({
  id: 'teams.listTeamAgents',
  summary: 'List the agents that work for a member of the team or on tasks of its projects.',
  http: 'GET /api/teams/:team/agents',
  shows: ['team', 'agent'],
  access: onTeam('view'),
  input: z.object({ team: teamRef, ...pageInput }),
  output: pageOf(TeamAgent),
}).run(async (ctx, input) => {
  return readPage(
    ctx.db,
    input,
    agentsByName,
    ({ after, orderAndLimit }) => sql`${agentsAtWork(ctx)} and ${after} ${orderAndLimit}`,
    ({ id, name, role, open_tasks, last_used_at }: AgentAtWork) => ({
      id,
      name,
      role,
      openTasks: open_tasks,
      lastUsedAt: last_used_at,
    }),
  )
})

export const listCurrentMembers = operation({
  id: 'teams.listCurrentMembers',
  summary: "List the members of the caller's current team, by name.",
  http: 'GET /api/team/members',
  shows: ['team', 'team_member', 'member', 'user'],
  access: onCurrentTeam('view'),
  input: z.object({ team: otherTeam, ...pageInput }),
  output: pageOf(TeamMember),
}).run(membersOfTeam)
