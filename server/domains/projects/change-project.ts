import { changeRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import type { OnProject } from './access.ts'
import type { projectEvents } from './events.ts'
import { projectFromRow, projectKind } from './project.ts'
import type { ProjectRow } from './tables.ts'

/** Every change of a project's own fields. Whoever may make one may do with it afterwards what they could before. */
export async function changeProject(
  ctx: Context & OnProject,
  set: Partial<ProjectRow>,
  type: keyof typeof projectEvents = 'project.updated',
) {
  const { right, ...before } = ctx.project
  const after = await changeRow<ProjectRow>(ctx, projectKind, before, set, type)
  return projectFromRow({ ...after, right }, ctx.caller)
}
