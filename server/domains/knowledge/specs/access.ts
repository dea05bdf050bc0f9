import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { type AccessRule, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { isItem } from '../../work/items/visible-item.ts'
import {
  type OnProject,
  type ProjectRight,
  type Seer,
  requireRight,
  sentences,
  rightHolders,
  visibleProjects,
} from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { type SeenSpec, fromSpecs, wholeSpec } from './spec.ts'

export interface OnSpec extends OnProject {
  spec: SeenSpec
}

/** Grants a right to a spec. A spec has no access rules besides those of its project. */
export function onSpec(right: Exclude<ProjectRight, 'manage'>): AccessRule<{ spec: string }, OnSpec> {
  return {
    name: `spec(${right})`,
    sentence: sentences[right].replace('the project', "the spec's project"),
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, { spec: ref }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const { project, right: ownRight, ...spec } = await findSpec(db, granted, ref, hold)
      requireRight({ right: ownRight }, right)
      return { ...granted, project: { ...project, right: ownRight }, spec }
    },
  }
}

/** Returns the spec that the reference names, or rejects if the caller can't see its project. */
async function findSpec(db: Queries, seer: Seer, ref: string, lock: boolean) {
  const visible = visibleProjects(seer)
  const [spec] = await db.run<SeenSpec & { project: ProjectRow; right: ProjectRight }>(
    sql`select ${wholeSpec}, to_jsonb(p) as project, ${visible.right} as right from ${fromSpecs}
      where ${visible.where} and p.deleted_at is null and s.deleted_at is null and ${isItem('s', seer, ref)}
      ${lock ? sql`for update of s` : sql.empty}`,
  )
  return spec ?? reject('not_found', { kind: 'spec', ref })
}
