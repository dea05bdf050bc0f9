import { changeRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { type OnProject, rightLeft } from './access.ts'
import type { projectEvents } from './events.ts'
import { projectFromRow, projectKind } from './project.ts'
import type { ProjectRow } from './tables.ts'

/** Every change of a project's own fields. Whoever changes who sees it is told what is left to themselves. */
export async function changeProject(
  ctx: Context & OnProject,
  set: Partial<ProjectRow>,
  type: keyof typeof projectEvents = 'project.updated',
) {
  const { right, ...before } = ctx.project
  const after = await changeRow<ProjectRow>(ctx, projectKind, before, set, type)
  const sameForAll = after.visibility === before.visibility && after.team_id === before.team_id
  const left = sameForAll ? right : await rightLeft(ctx.db, ctx, after)
  return projectFromRow({ ...after, right: left }, ctx.caller)
}
