import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type AccessRule, requireOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import {
  type OnProject,
  type ProjectRight,
  type Seer,
  findProject,
  requireRight,
  sentences,
  rightHolders,
  visibleProjects,
} from '../projects/access.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { type SeenFeature, fromFeatures } from './feature.ts'
import type { FeatureRow } from './tables.ts'

export interface OnFeature extends OnProject {
  feature: SeenFeature
}

/**
 * Grants the caller's right in the project, because features have no rules of their own. If the input also names a
 * project, it must be the project of the feature.
 */
export function onFeature(
  right: Exclude<ProjectRight, 'manage'>,
): AccessRule<{ feature: string; project?: string }, OnFeature> {
  return {
    name: `feature(${right})`,
    sentence: sentences[right].replace('the project', "the feature's project"),
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold: lock }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const inProject =
        input.project === undefined ? null : (await findProject(db, granted, input.project, false)).id
      const { project, ...feature } = await findFeature(db, granted, input.feature, lock)
      if (inProject !== null && inProject !== feature.project_id)
        reject('not_found', { kind: 'feature', ref: input.feature })
      requireRight(feature, right)
      return { ...granted, project: { ...project, right: feature.right }, feature }
    },
  }
}

async function findFeature(db: Queries, granted: Seer, ref: string, lock: boolean) {
  const visible = visibleProjects(granted)
  const [feature] = await db.run<SeenFeature & { project: ProjectRow }>(
    sql`select f.*, p.slug as project_slug, to_jsonb(p) as project, ${visible.right} as right from ${fromFeatures}
      where ${visible.where} and p.deleted_at is null and f.organization_id = ${granted.organization.id} and f.deleted_at is null
        and ${anyUuid.test(ref) ? sql`f.id = ${ref}` : sql`f.key = upper(${ref})`}
      ${lock ? sql`for update of f` : sql.empty}`,
  )
  return feature ?? reject('not_found', { kind: 'feature', ref })
}

/** Rejects a feature that is done or cancelled. */
export function requireOpen({ key, status }: Pick<FeatureRow, 'key' | 'status'>): void {
  if (status === 'done' || status === 'cancelled') reject('feature_closed', { feature: key, status })
}
