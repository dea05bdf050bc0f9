import { z } from 'zod'
import { reference } from '../../operations/reference.ts'
import { statuses } from '../tasks/states.ts'

/** What one task can be to another, said from its side. `relates` is the same from both. */
export const linkKinds = ['blocks', 'blocked_by', 'relates', 'duplicates', 'duplicated_by'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The same link, said from the other side. */
export const fromOtherSide: Record<LinkKind, LinkKind> = {
  blocks: 'blocked_by',
  blocked_by: 'blocks',
  relates: 'relates',
  duplicates: 'duplicated_by',
  duplicated_by: 'duplicates',
}

/** The shape the world sees: what a task is to another one. */
export const Dependency = z
  .object({
    kind: z.enum(linkKinds).describe('What the task is to the other one: it blocks it, is blocked by it, …'),
    task: z
      .object({
        id: z.uuid(),
        key: z.string(),
        title: z.string(),
        status: z.enum(statuses),
        project: z.string().describe('The slug of its project.'),
      })
      .describe('The other one.'),
  })
  .meta({ id: 'Dependency' })

export const linkFields = {
  kind: z
    .enum(linkKinds)
    .describe('What the task is to the other one: "blocked_by" if it has to wait for that.'),
  other: reference(
    'taskBeside',
    'The other task: its number (WEB-42) or its id. It may be in another project.',
  ),
}

/** Several links at once, for whoever changes a task. */
export const linksField = z
  .array(z.object({ kind: linkFields.kind, task: linkFields.other }))
  .max(50)
  .optional()

/** A link as the database has it: `task_id` blocks, relates to or duplicates `other_id`. */
export interface Edge {
  task_id: string
  other_id: string
  kind: 'blocks' | 'relates' | 'duplicates'
}

/** Each link is stored once, from whichever side it was said. */
export function edgeOf(kind: LinkKind, taskId: string, otherId: string): Edge {
  if (kind === 'blocked_by' || kind === 'duplicated_by') return edgeOf(fromOtherSide[kind], otherId, taskId)
  const reversed = kind === 'relates' && otherId < taskId
  const [task_id, other_id] = reversed ? [otherId, taskId] : [taskId, otherId]
  return { task_id, other_id, kind }
}
