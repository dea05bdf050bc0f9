import { z } from 'zod'
import { reference } from '../../../operations/reference.ts'
import { statuses } from '../tasks/states.ts'

/** Relations of a task to another one. `relates` is symmetric. */
export const linkKinds = ['blocks', 'blocked_by', 'relates', 'duplicates', 'duplicated_by'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The inverse of each relation. */
export const fromOtherSide: Record<LinkKind, LinkKind> = {
  blocks: 'blocked_by',
  blocked_by: 'blocks',
  relates: 'relates',
  duplicates: 'duplicated_by',
  duplicated_by: 'duplicates',
}

/** The API representation of a link between two tasks. */
export const Dependency = z
  .object({
    kind: z.enum(linkKinds).describe('Relation of the task to the other one.'),
    task: z
      .object({
        id: z.uuid(),
        key: z.string(),
        title: z.string(),
        status: z.enum(statuses),
        project: z.string().describe('Slug of its project.'),
      })
      .describe('The other task.'),
  })
  .meta({ id: 'Dependency' })

export const linkFields = {
  kind: z.enum(linkKinds).describe('Relation to the other task: "blocked_by" if the task must wait for it.'),
  other: reference('taskBeside', 'The other task, in any project: number (WEB-42) or id.'),
}

/** Links to add or remove with an update of a task. */
export const linksField = z
  .array(z.object({ kind: linkFields.kind, task: linkFields.other }))
  .max(50)
  .optional()

/** A stored link: `task_id` blocks, relates to or duplicates `other_id`. */
export interface Edge {
  task_id: string
  other_id: string
  kind: 'blocks' | 'relates' | 'duplicates'
}

/** Normalizes a link, so that it is stored once whichever side it is created from. */
export function edgeOf(kind: LinkKind, taskId: string, otherId: string): Edge {
  if (kind === 'blocked_by' || kind === 'duplicated_by') return edgeOf(fromOtherSide[kind], otherId, taskId)
  const reversed = kind === 'relates' && otherId < taskId
  const [task_id, other_id] = reversed ? [otherId, taskId] : [taskId, otherId]
  return { task_id, other_id, kind }
}
