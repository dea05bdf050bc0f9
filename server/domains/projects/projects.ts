import { z } from 'zod'
import { latestChanges } from '../../database/journal.ts'
import { operation } from '../../operations/operation.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { onProject, type SeenProject, inVisibleProjects, requireRight } from './access.ts'
import {
  Project,
  projectFromRow,
  projectRef,
  ListedProject,
  listedProjectFromRow,
  projectFields,
  projectKind,
} from './project.ts'
import { ProjectStats, projectStats } from './stats.ts'
import { type Order, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { rejectField } from '../../errors/errors.ts'
import { teamRef } from '../teams/team.ts'
import { changeProject } from './change-project.ts'
import { requirePublishable, sectionsField, sectionsFor } from './publishing.ts'
import { requireTeam, teamToPutInto } from './team-of-project.ts'
import { deleteRow } from '../../operations/rows.ts'
import { recountBlockedByProject } from '../work/dependencies/blockers.ts'
import { Deleted, deletedResponse } from '../../operations/deleted.ts'
import { databaseTime } from '../../database/clock.ts'

export const getProject = operation({
  id: 'projects.get',
  summary: 'Show one project with its settings, statistics and recent activity.',
  http: 'GET /api/projects/:project',
  tool: {
    name: 'get_project',
    omits: [
      'stats.throughput',
      'activity.id',
      'activity.data',
      'activity.project',
      'activity.subject.version',
    ],
    first: { activity: 5 },
  },
  shows: ['project', 'epic', 'evidence', 'feature', 'review', 'story', 'task', 'team', 'team_member'],
  access: onProject('view'),
  input: z.object({ project: projectRef }),
  output: Project.extend({
    stats: ProjectStats,
    activity: z.array(Event).describe('Latest changes, newest first.'),
  }),
}).run(async (ctx) => {
  const { project } = ctx
  const [stats, changes] = await Promise.all([
    projectStats(ctx.db, project.id),
    latestChanges(ctx.db, project.organization_id, project.id, 10),
  ])
  return {
    ...projectFromRow(project, ctx.caller),
    stats,
    activity: changes.map((row) => eventFromRow(ctx.app.epoch, row)),
  }
})

const orders = {
  '-createdAt': { column: 'p.created_at', type: 'timestamptz', descending: true },
  createdAt: { column: 'p.created_at', type: 'timestamptz', descending: false },
  name: { column: 'lower(p.name)', type: 'text', descending: false },
} as const satisfies Record<string, Order>

export const listProjects = operation({
  id: 'projects.list',
  summary: 'List the projects that you can see, newest first.',
  http: 'GET /api/projects',
  tool: {
    name: 'list_projects',
    rare: ['archived', 'sort'],
    omits: ['pullRequestsMoveTasks'],
  },
  shows: ['project', 'team', 'team_member'],
  access: inVisibleProjects,
  input: z.object({
    archived: z.boolean().default(false).describe('List archived projects instead of active ones.'),
    sort: z.enum(['-createdAt', 'createdAt', 'name']).default('-createdAt').describe('Sort order.'),
    ...pageInput,
  }),
  output: pageOf(ListedProject),
}).run(async (ctx, input) => {
  const { where, right } = ctx.visibleProjects
  const order = orders[input.sort]
  return readPage(
    ctx.db,
    input,
    { ...order, sort: input.sort, id: 'p.id' },
    ({ after, orderAndLimit }) =>
      sql`select p.*, ${right} as right, (${sql.raw(order.column)})::text as sort_value from projects p
      where ${where} and p.deleted_at is null
        and p.archived_at is ${input.archived ? sql`not null` : sql`null`} and ${after}
      ${orderAndLimit}`,
    (row: SeenProject & { sort_value: string }) => listedProjectFromRow(row, ctx.caller),
  )
})

export const updateProject = operation({
  id: 'projects.update',
  summary: 'Change the name, description or settings of a project.',
  http: 'PUT /api/projects/:project',
  tool: {
    name: 'update_project',
    rare: ['publicSections', 'team', 'visibility', 'settings', 'pullRequestsMoveTasks'],
  },
  access: onProject('edit'),
  input: z.object({
    project: projectRef,
    name: projectFields.name.optional(),
    description: projectFields.description.optional(),
    settings: projectFields.settings.optional(),
    visibility: projectFields.visibility.optional(),
    pullRequestsMoveTasks: projectFields.pullRequestsMoveTasks.optional(),
    publicSections: sectionsField.optional(),
    team: teamRef
      .nullable()
      .optional()
      .describe('Team of the project: its slug or id. Null removes it from its team.'),
  }),
  output: Project,
}).run(async (ctx, { project: _, team, publicSections, pullRequestsMoveTasks, ...fields }) => {
  const before = ctx.project
  const isTeamChanged = team !== undefined && team !== before.team_id
  const { visibility = before.visibility } = fields
  if (isTeamChanged || visibility !== before.visibility || publicSections) requireRight(before, 'manage')
  if (visibility === 'public' && before.visibility !== 'public') requirePublishable(ctx)
  const set = {
    ...fields,
    pull_requests_move_tasks: pullRequestsMoveTasks,
    public_sections: sectionsFor(visibility, publicSections, before),
  }
  if (!isTeamChanged) {
    requireTeam(visibility, before.team_id)
    return changeProject(ctx, set)
  }
  if (team === null && visibility === 'team' && set.visibility === undefined)
    rejectField(
      'visibility',
      'Only its team can see it. Without a team, pass "visibility": "private" or "organization".',
    )
  const team_id = team === null ? null : (await teamToPutInto(ctx, team, before.team_id)).id
  requireTeam(visibility, team_id)
  return changeProject(ctx, { ...set, team_id })
})

export const deleteProject = operation({
  id: 'projects.delete',
  summary: 'Move a project and its contents to the trash for 30 days.',
  http: 'DELETE /api/projects/:project',
  access: onProject('manage'),
  destructive: true,
  input: z.object({ project: projectRef }),
  output: Deleted,
}).run(async (ctx) => {
  const deleted = await deleteRow(ctx, projectKind, ctx.project)
  await recountBlockedByProject(ctx, deleted.id, { restored: false })
  return deletedResponse(projectKind, deleted)
})

export const archiveProject = operation({
  id: 'projects.archive',
  summary: 'Archive a project. Keeps its data, but rejects new work.',
  http: 'POST /api/projects/:project/archive',
  tool: { name: 'archive_project' },
  access: onProject('manage'),
  input: z.object({ project: projectRef }),
  output: Project,
}).run(async (ctx) => {
  const archived_at = ctx.project.archived_at ?? databaseTime()
  return changeProject(ctx, { archived_at }, 'project.archived')
})

export const unarchiveProject = operation({
  id: 'projects.unarchive',
  summary: 'Restore an archived project to the active list.',
  http: 'POST /api/projects/:project/unarchive',
  access: onProject('manage'),
  input: z.object({ project: projectRef }),
  output: Project,
}).run(async (ctx) => {
  return changeProject(ctx, { archived_at: null }, 'project.unarchived')
})
