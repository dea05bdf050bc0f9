import type { Queries } from '../../database/connect.ts'
import { type AccessRule, requireOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { called } from '../items/seen-item.ts'
import {
  type OnProject,
  type ProjectRight,
  type Seer,
  projectsSeenBy,
  requireRight,
  sentences,
  rightHolders,
} from '../projects/access.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { type SeenSpec, fromSpecs, wholeSpec } from './spec.ts'

export interface OnSpec extends OnProject {
  spec: SeenSpec
}

/** A spec has no rules of its own: whoever may do a thing in its project may do it to the spec. */
export function onSpec(right: Exclude<ProjectRight, 'manage'>): AccessRule<{ spec: string }, OnSpec> {
  return {
    name: `spec(${right})`,
    sentence: sentences[right].replace('the project', "the spec's project"),
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, { spec: ref }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const { project, right: held, ...spec } = await seenSpec(db, granted, ref, hold)
      requireRight({ right: held }, right)
      return { ...granted, project: { ...project, right: held }, spec }
    },
  }
}

/** The spec that is called so, if the caller sees its project. */
async function seenSpec(db: Queries, asking: Seer, ref: string, hold: boolean) {
  const visible = projectsSeenBy(asking)
  const [spec] = await db.run<SeenSpec & { project: ProjectRow; right: ProjectRight }>(
    `select ${wholeSpec}, to_jsonb(p) as project, ${visible.right} as right from ${fromSpecs}
      where ${visible.where} and p.deleted_at is null and s.deleted_at is null and ${called('s', ref)}
      ${hold ? 'for update of s' : ''}`,
    [...visible.values, ref],
  )
  return spec ?? reject('not_found', { kind: 'spec', ref })
}
