import { z } from 'zod'
import type { Kind } from '../../../operations/rows.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { type GroupRow, groupItself, groupShape } from '../items/group.ts'
import type { Progress } from '../items/progress.ts'
import { type SeenProject, hasRight } from '../../projects/access.ts'

/** The API representation of an epic. */
export const Epic = z.object(groupShape).meta({ id: 'Epic' })

export type EpicRow = GroupRow

/** Returns the representation of an epic for the caller. */
export function epicFromRow(
  row: EpicRow,
  progress: Progress,
  project: SeenProject,
  caller: Caller,
): z.output<typeof Epic> {
  return {
    ...groupItself(row, progress, project),
    may: may(caller, { edit: hasRight(project.right, 'edit') }),
  }
}

export const epicKind: Kind<EpicRow> = { name: 'epic', table: 'epics', key: 'key', project: 'project_id' }

/** A reference to an epic in any input. */
export const epicRef = reference('epic', 'The epic: number (WEB-3) or id.')
