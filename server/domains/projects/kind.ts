import { sql } from '../../database/sql.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'
import { requireRoom } from '../membership/plans.ts'
import { projectKind } from './project.ts'
import type { ProjectRow } from './tables.ts'
import { trashedInProject } from './trashed-in-project.ts'
import { rejectField } from '../../errors/errors.ts'
import { type OnProject, onProject, requireRight } from './access.ts'
import { changeProject } from './change-project.ts'
import { deleteProject, getProject, listProjects } from './projects.ts'
import { requirePublishable } from './publishing.ts'
import { requireTeam, teamToPutInto } from './team-of-project.ts'
import {
  type UndoableField,
  type UndoableKind,
  undoableThrough,
  plainFields,
} from '../../operations/undoable.ts'
import { type ResourceKind, mapPage, record, uriOf } from '../../operations/resource.ts'

export const trashedProjects: TrashKind<ProjectRow> = {
  ...trashedInProject<ProjectRow>(projectKind, {
    from: sql`projects t join projects p on p.id = t.id`,
    byKey: (slug) => sql`t.slug = ${slug}`,
    right: 'manage',
    title: sql`t.name`,
  }),
  before: (ctx, row) => requireRoom(ctx, row.organization_id, 'projects'),
}

const fields: UndoableField<OnProject>[] = [
  ...plainFields('name', 'description', 'settings', 'pull_requests_move_tasks'),
  {
    name: 'archivedAt',
    columns: ['archived_at'],
    check: ({ project }) => requireRight(project, 'manage'),
  },
  {
    name: 'team',
    columns: ['team_id'],
    async check(ctx, { team_id: id }) {
      requireRight(ctx.project, 'manage')
      if (id === null) return
      const [team] = await ctx.db.run(
        sql`select 1 from teams where id = ${id as string} and organization_id = ${ctx.project.organization_id}`,
      )
      if (!team) rejectField('team', 'The team no longer exists.')
      await teamToPutInto(ctx, id as string)
    },
  },
  {
    name: 'visibility',
    columns: ['visibility', 'public_sections'],
    check(ctx, { visibility }, { team_id = ctx.project.team_id }) {
      requireRight(ctx.project, 'manage')
      if (visibility === 'public') requirePublishable(ctx)
      if (visibility === 'team' && team_id === null)
        rejectField('visibility', 'The project has no team. Set a team first.')
    },
  },
]

export const undoableProject: UndoableKind<OnProject> = undoableThrough('project', onProject('edit'), {
  types: [
    'project.updated',
    'project.archived',
    'project.unarchived',
    // Reverts only public visibility: shares with users and teams are not columns of the project.
    'project.shared',
    'project.unshared',
  ],
  fields,
  change(ctx, set: Partial<ProjectRow>) {
    const { visibility = ctx.project.visibility, team_id = ctx.project.team_id, archived_at } = set
    requireTeam(visibility, team_id)
    if (archived_at === undefined) return changeProject(ctx, set)
    return changeProject(ctx, set, archived_at === null ? 'project.unarchived' : 'project.archived')
  },
  remove: deleteProject,
})

export const projectResource: ResourceKind = {
  name: 'project',
  title: 'Project',
  description: 'A project with its task counts and recent activity.',
  mimeType: 'application/json',
  async show(query, project) {
    const shown = await query(getProject, { project })
    return record(uriOf('project', shown.slug), shown.name, shown)
  },
  list: (query, page) =>
    mapPage(query(listProjects, page), ({ slug, name, updatedAt }) => ({
      ref: slug,
      title: name,
      lastModified: updatedAt,
    })),
  complete: (query, page) =>
    mapPage(query(listProjects, { sort: 'name', ...page }), ({ slug, key, name }) => [slug, key, name]),
  isChangedBy: (row, id) => row.project_id === id,
}
