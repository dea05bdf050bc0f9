import { z } from 'zod'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { lockBlockers } from '../dependencies/link-new-tasks.ts'
import type { LinkedTask } from '../dependencies/links.ts'
import { normalRef } from '../plan/find-existing.ts'
import { placementFields } from '../plan/plan-item.ts'
import { resolveReferences, insertTask, newTaskFields, requireUnarchived } from './insert-task.ts'
import { Task } from './task.ts'

export const createTask = operation({
  id: 'tasks.create',
  summary: 'Create a task in a project, assigned or free to claim.',
  http: 'POST /api/tasks',
  tool: {
    name: 'create_task',
    hint: 'For a whole plan, pass tasks.',
    rare: ['status', 'type', 'estimate', 'story', 'feature'],
    brief: { parent: 'Story or feature.', blockedBy: 'Tasks to do first.' },
  },
  access: onProject('edit'),
  created: true,
  // Links need a transaction.
  oneStatement: ({ blockedBy = [] }) => blockedBy.length === 0,
  input: z.object({ project: projectRef, ...newTaskFields, ...placementFields }),
  output: Task,
}).run(async (ctx, { project: _, parent, blockedBy = [], ...input }) => {
  requireUnarchived(ctx)
  const references = await resolveReferences(ctx, { ...input, parent })
  const { story_id, feature_id } = references.parents
  const placed =
    parent === undefined
      ? input
      : { ...input, story: story_id ?? undefined, feature: feature_id ?? undefined }
  return insertTask(ctx, placed, references, await findBlockers(ctx, blockedBy))
})

async function findBlockers(ctx: Parameters<typeof lockBlockers>[0], refs: string[]): Promise<LinkedTask[]> {
  const found = await lockBlockers(ctx, refs)
  const blockers = refs.map(
    (ref, index) =>
      found.get(normalRef(ref)) ??
      rejectField(`blockedBy.${index}`, `Task "${ref}" doesn't exist, or you can't see it.`),
  )
  return [...new Set(blockers)]
}
