import { z } from 'zod'
import { changeRow } from '../../database/rows.ts'
import { operation } from '../../operations/operation.ts'
import { onProject, requireRight } from './access.ts'
import { Project, projectFields, projectFromRow, projectKind, projectRef } from './project.ts'

export const updateProject = operation({
  id: 'projects.update',
  summary: 'Change the name, description, settings or visibility of a project.',
  http: 'PUT /api/projects/:project',
  tool: 'update_project',
  access: onProject('edit'),
  input: z.object({
    project: projectRef,
    name: projectFields.name.optional(),
    description: projectFields.description.optional(),
    settings: projectFields.settings.optional(),
    visibility: projectFields.visibility.optional(),
  }),
  output: Project,
}).run(async (ctx, { project: _, ...set }) => {
  if (set.visibility !== undefined && set.visibility !== ctx.project.visibility)
    requireRight(ctx, ctx.project, 'manage')
  return projectFromRow(await changeRow(ctx, projectKind, ctx.project, set))
})
