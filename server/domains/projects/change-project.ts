import { isDeepStrictEqual } from 'node:util'
import { changeRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { type OnProject, rightLeft } from './access.ts'
import type { projectEvents } from './events.ts'
import { projectFromRow, projectKind } from './project.ts'
import { atPublicAddress } from './public-address.ts'
import type { ProjectRow } from './tables.ts'

/**
 * Every change of a project's own fields. Whoever changes who sees it is told what is left to themselves. What the public
 * gets to see, or no longer, is told as sharing, however it was said.
 */
export async function changeProject(
  ctx: Context & OnProject,
  set: Partial<ProjectRow>,
  type: keyof typeof projectEvents = 'project.updated',
) {
  const { right, ...before } = ctx.project
  const shared = asSharing(before, set)
  const after = await atPublicAddress(before.slug, () =>
    changeRow<ProjectRow>(ctx, projectKind, before, set, shared?.type ?? type, shared?.data),
  )
  const sameForAll = after.visibility === before.visibility && after.team_id === before.team_id
  const left = sameForAll ? right : await rightLeft(ctx.db, ctx, after)
  return projectFromRow({ ...after, right: left }, ctx.caller)
}

function asSharing(before: ProjectRow, set: Partial<ProjectRow>) {
  const { visibility = before.visibility, public_sections: sections = before.public_sections } = set
  const [was, is] = [before.visibility === 'public', visibility === 'public']
  if (was && !is)
    return { type: 'project.unshared' as const, data: { public: true, sections: before.public_sections } }
  if (is && !(was && isDeepStrictEqual(sections, before.public_sections)))
    return { type: 'project.shared' as const, data: { public: true, sections } }
  return undefined
}
