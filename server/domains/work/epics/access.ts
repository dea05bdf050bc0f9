import type { Queries } from '../../../database/connect.ts'
import { type AccessRule, type Asked, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { findItem } from '../items/find-item.ts'
import {
  type OnProject,
  type ProjectRight,
  type SeenProject,
  findProject,
  requireRight,
  sentences,
  rightHolders,
} from '../../projects/access.ts'
import type { EpicRow } from './epic.ts'

export interface OnEpic extends OnProject {
  epic: EpicRow
}

/** The path parameters of an epic. */
export interface AtEpic {
  project: string
  epic: string
}

/** Grants the caller's right in the project. Epics have no rules of their own. */
export function onEpic(right: Exclude<ProjectRight, 'manage'>): AccessRule<AtEpic, OnEpic> {
  return {
    name: `epic(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check(context, input) {
      const granted = await inProject(context, input.project)
      const epic = await findEpic(context.db, granted.project, input.epic, context.hold)
      requireRight(granted.project, right)
      return { ...granted, epic }
    },
  }
}

/** Finds the project of a path. Does not lock it, because only the item inside is locked. */
export async function inProject({ caller, db, reads }: Asked, ref: string): Promise<OnProject> {
  const granted = requireOrganization(caller, reads, 'guest')
  return { ...granted, project: await findProject(db, granted, ref, false) }
}

/** Finds an epic of this project by number or id. */
export async function findEpic(
  db: Queries,
  { id: project_id, organization_id }: SeenProject,
  ref: string,
  change: boolean,
): Promise<EpicRow> {
  const epic = await findItem<EpicRow>(db, 'epics', { project_id, organization_id }, ref, { change })
  return epic ?? reject('not_found', { kind: 'epic', ref })
}
