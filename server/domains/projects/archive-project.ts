import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { operation } from '../../operations/operation.ts'
import { onProject } from './access.ts'
import { changeProject } from './change-project.ts'
import { Project, projectRef } from './project.ts'

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
