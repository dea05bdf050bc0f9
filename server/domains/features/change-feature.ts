import { changeRow } from '../../operations/rows.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import type { OnFeature } from './access.ts'
import { featureFromRow, featureKind } from './feature.ts'
import type { FeatureRow } from './tables.ts'

type Set = Pick<Partial<FeatureRow>, 'title' | 'description' | 'kind' | 'status'>

/** Applies every direct edit of a feature. A done feature cannot change its status. */
export async function changeFeature(ctx: Context & OnFeature, set: Set) {
  const { project_slug, right, ...before } = ctx.feature
  if (set.status && before.status === 'done')
    reject('feature_closed', { feature: before.key, status: before.status })
  const after = await changeRow<FeatureRow>(ctx, featureKind, before, set)
  return featureFromRow({ ...after, project_slug, right }, ctx.caller)
}
