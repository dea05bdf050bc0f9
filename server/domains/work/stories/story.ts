import { z } from 'zod'
import type { Rows } from '../../../database/row-types.ts'
import type { Kind } from '../../../operations/rows.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import type { EpicRow } from '../epics/epic.ts'
import { groupItself, groupShape } from '../items/group.ts'
import { ItemName, nameOf } from '../items/item-name.ts'
import type { Progress } from '../items/progress.ts'
import { type SeenProject, hasRight } from '../../projects/access.ts'
import { taskFields } from '../tasks/task.ts'

/** A story as the API returns it. */
export const Story = z
  .object({ ...groupShape, epic: ItemName.describe('The epic it belongs to.') })
  .meta({ id: 'Story' })

/** A story. `deleted_with` is the epic that it was deleted with, and is restored with. */
export type StoryRow = Rows['stories']

/** Converts a row to the API shape for a caller with this right in its project. */
export function storyFromRow(
  row: StoryRow,
  progress: Progress,
  { epic, project }: { epic: EpicRow; project: SeenProject },
  caller: Caller,
): z.output<typeof Story> {
  return {
    ...groupItself(row, progress, project),
    epic: nameOf(epic.id, epic.key, epic.title)!,
    may: may(caller, { edit: hasRight(project.right, 'edit') }),
  }
}

export const storyKind: Kind<StoryRow> = {
  name: 'story',
  table: 'stories',
  key: 'key',
  project: 'project_id',
}

/** The input field that names a story. */
export const storyRef = taskFields.story.describe('Story number (WEB-7) or id.')
