import { isDeepStrictEqual } from 'node:util'
import { changeRow } from '../../operations/rows.ts'
import type { Context } from '../../operations/context.ts'
import { type OnProject, remainingRight } from './access.ts'
import type { EventTypeOf } from '../../database/events.ts'
import { projectFromRow, projectKind } from './project.ts'
import { atPublicAddress } from './publishing.ts'
import type { ProjectRow } from './tables.ts'

/**
 * Changes fields of a project and returns the caller's remaining right. Records a change of public visibility as a
 * share event, whichever operation caused it.
 */
export async function changeProject(
  ctx: Context & OnProject,
  set: Partial<ProjectRow>,
  type: EventTypeOf<'project'> = 'project.updated',
) {
  const { right, ...before } = ctx.project
  const shared = publicShareEvent(before, set)
  const after = await atPublicAddress(before.slug, () =>
    changeRow<ProjectRow>(ctx, projectKind, before, set, shared?.type ?? type, shared?.data),
  )
  const hasSameAudience = after.visibility === before.visibility && after.team_id === before.team_id
  const remaining = hasSameAudience ? right : await remainingRight(ctx.db, ctx, after)
  return projectFromRow({ ...after, right: remaining }, ctx.caller)
}

function publicShareEvent(before: ProjectRow, set: Partial<ProjectRow>) {
  const { visibility = before.visibility, public_sections: sections = before.public_sections } = set
  const [wasPublic, isPublic] = [before.visibility === 'public', visibility === 'public']
  if (wasPublic && !isPublic)
    return { type: 'project.unshared' as const, data: { public: true, sections: before.public_sections } }
  if (isPublic && !(wasPublic && isDeepStrictEqual(sections, before.public_sections)))
    return { type: 'project.shared' as const, data: { public: true, sections } }
  return undefined
}
