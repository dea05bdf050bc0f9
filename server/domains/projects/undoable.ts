import { sql } from '../../database/sql.ts'
import { rejectField } from '../../errors/errors.ts'
import { type OnProject, onProject, requireRight } from './access.ts'
import { changeProject } from './change-project.ts'
import { deleteProject } from './delete-project.ts'
import { requirePublishable } from './public-address.ts'
import type { ProjectRow } from './tables.ts'
import { requireTeam, teamToPutInto } from './team-of-project.ts'
import { type UndoableField, type UndoableKind, writeAccess, plainFields } from '../../operations/undoable.ts'

const fields: UndoableField<OnProject>[] = [
  ...plainFields('name', 'description', 'settings'),
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

export const undoableProject: UndoableKind<OnProject> = {
  types: [
    'project.updated',
    'project.archived',
    'project.unarchived',
    // Reverts only public visibility: shares with users and teams are not columns of the project.
    'project.shared',
    'project.unshared',
  ],
  fields,
  async lock(ctx, id) {
    const granted = await onProject('edit').check(writeAccess(ctx), { project: id })
    return { ...granted, row: { ...granted.project } }
  },
  change(ctx, set: Partial<ProjectRow>) {
    const { visibility = ctx.project.visibility, team_id = ctx.project.team_id, archived_at } = set
    requireTeam(visibility, team_id)
    if (archived_at === undefined) return changeProject(ctx, set)
    return changeProject(ctx, set, archived_at === null ? 'project.unarchived' : 'project.archived')
  },
  remove: deleteProject,
  field: 'project',
}
