import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onProject, requireRight } from './access.ts'
import { changeProject } from './change-project.ts'
import { Project, projectFields, projectRef } from './project.ts'

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
    requireRight(ctx.project, 'manage')
  return changeProject(ctx, set)
})
