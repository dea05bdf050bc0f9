import { z } from 'zod'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { teamRef } from '../teams/team.ts'
import { onProject, requireRight } from './access.ts'
import { changeProject } from './change-project.ts'
import { Project, projectFields, projectRef } from './project.ts'
import { requirePublishable } from './public-address.ts'
import { sectionsField, sectionsFor } from './public-sections.ts'
import { requireTeam, teamToPutInto } from './team-of-project.ts'

export const updateProject = operation({
  id: 'projects.update',
  summary: 'Change the name, description or settings of a project.',
  http: 'PUT /api/projects/:project',
  tool: { name: 'update_project', rare: ['publicSections', 'team', 'visibility', 'settings'] },
  access: onProject('edit'),
  input: z.object({
    project: projectRef,
    name: projectFields.name.optional(),
    description: projectFields.description.optional(),
    settings: projectFields.settings.optional(),
    visibility: projectFields.visibility.optional(),
    publicSections: sectionsField.optional(),
    team: teamRef
      .nullable()
      .optional()
      .describe('Team of the project: its slug or id. Null removes it from its team.'),
  }),
  output: Project,
}).run(async (ctx, { project: _, team, publicSections, ...fields }) => {
  const before = ctx.project
  const isTeamChanged = team !== undefined && team !== before.team_id
  const { visibility = before.visibility } = fields
  if (isTeamChanged || visibility !== before.visibility || publicSections) requireRight(before, 'manage')
  if (visibility === 'public' && before.visibility !== 'public') requirePublishable(ctx)
  const set = { ...fields, public_sections: sectionsFor(visibility, publicSections, before) }
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
