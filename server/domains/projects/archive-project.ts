import { z } from 'zod'
import { changeRow } from '../../database/rows.ts'
import { operation } from '../../operations/operation.ts'
import { onProject } from './access.ts'
import { Project, projectFromRow, projectKind, projectRef } from './project.ts'

export const archiveProject = operation({
  id: 'projects.archive',
  summary: 'Archive a project: nothing is lost, it is hidden from the active list.',
  http: 'POST /api/projects/:project/archive',
  tool: 'archive_project',
  access: onProject('manage'),
  input: z.object({ project: projectRef }),
  output: Project,
}).run(async (ctx) => {
  const archived_at = ctx.project.archived_at ?? new Date().toISOString()
  return projectFromRow(await changeRow(ctx, projectKind, ctx.project, { archived_at }, 'project.archived'))
})

export const unarchiveProject = operation({
  id: 'projects.unarchive',
  summary: 'Bring an archived project back to the active list.',
  http: 'POST /api/projects/:project/unarchive',
  access: onProject('manage'),
  input: z.object({ project: projectRef }),
  output: Project,
}).run(async (ctx) => {
  return projectFromRow(
    await changeRow(ctx, projectKind, ctx.project, { archived_at: null }, 'project.unarchived'),
  )
})
