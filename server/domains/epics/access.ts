import type { Queries } from '../../database/connect.ts'
import { type AccessRule, type Asked, requireOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { findItem } from '../items/find-item.ts'
import {
  type OnProject,
  type ProjectRight,
  type SeenProject,
  findProject,
  requireRight,
  sentences,
  rightHolders,
} from '../projects/access.ts'
import type { EpicRow } from './epic.ts'

export interface OnEpic extends OnProject {
  epic: EpicRow
}

/** Where an epic is, as its address says it. */
export interface AtEpic {
  project: string
  epic: string
}

/** An epic has no rules of its own: whoever may do a thing in its project may do it to the epic. */
export function onEpic(right: Exclude<ProjectRight, 'manage'>): AccessRule<AtEpic, OnEpic> {
  return {
    name: `epic(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check(asked, input) {
      const granted = await inProject(asked, input.project)
      const epic = await findEpic(asked.db, granted.project, input.epic, asked.hold)
      requireRight(granted.project, right)
      return { ...granted, epic }
    },
  }
}

/** The project that an address begins with. What is in it is held, and not the project. */
export async function inProject({ caller, db, reads }: Asked, ref: string): Promise<OnProject> {
  const granted = requireOrganization(caller, reads, 'guest')
  return { ...granted, project: await findProject(db, granted, ref, false) }
}

/** The epic of this project that is called so. */
export async function findEpic(
  db: Queries,
  { id: project_id, organization_id }: SeenProject,
  ref: string,
  change: boolean,
): Promise<EpicRow> {
  const epic = await findItem<EpicRow>(db, 'epics', { project_id, organization_id }, ref, { change })
  return epic ?? reject('not_found', { kind: 'epic', ref })
}
