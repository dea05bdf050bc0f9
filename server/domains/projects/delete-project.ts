import { z } from 'zod'
import { deleteRow } from '../../operations/rows.ts'
import { operation } from '../../operations/operation.ts'
import { recountBlockedByProject } from '../work/dependencies/blockers.ts'
import { Deleted, deletedResponse } from '../../operations/deleted.ts'
import { onProject } from './access.ts'
import { projectKind, projectRef } from './project.ts'

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
