import { useChange } from '../../change.ts'
import { type InputOf, type OutputOf, type Task, call } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { showToast } from '../../ui/toasts.ts'
import { maxSelected } from './selection.ts'
import { patchTask } from './task-cache.ts'
import { type TaskChangeOf, offerForce, patchFor } from './task-changes.ts'
import { texts } from './texts.ts'

const { bulkChanges } = texts

/** The server changes at most this many tasks by a filter. */
export const maxMatching = 2000

/** All tasks that match a filter. */
export interface Matching {
  filter: TaskFilter
  /** The number of tasks that the user saw. The server rejects the change if another number matches. */
  count: number
}

export type MatchingSet = InputOf<'tasks.updateMatching'>['set']

interface MatchingChange {
  matching: Matching
  set: MatchingSet
  /** The toast after success. */
  message: string
  /** The loaded tasks, which show the change before the server responds. */
  shown: { task: Task; change: TaskChangeOf }[]
}

/** Changes all tasks that match a filter in one request, and offers to undo it. */
export function useChangeMatching(slug: string) {
  const revert = useChange({
    kinds: ['task'],
    project: slug,
    send: (tasks: OutputOf<'tasks.updateMatching'>['tasks']) => revertInBatches(tasks),
    done: (_, tasks) => showToast({ text: bulkChanges.reverted(tasks.length) }),
    failed: (tasks) => bulkChanges.updateFailed(tasks.length),
  })
  const change = useChange({
    kinds: ['task'],
    project: slug,
    show(cache, { shown }: MatchingChange) {
      for (const { task, change } of shown) patchTask(cache, slug, task.key, patchFor(change))
    },
    send: ({ matching: { filter, count }, set }) =>
      call('tasks.updateMatching', { project: slug, filter: conditionsOf(filter), expected: count, set }),
    done: ({ tasks }, { message }) => showToast({ text: message, undo: () => revert.mutate(tasks) }),
    failed: ({ matching }) => bulkChanges.updateFailed(matching.count),
    onRejected: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, set: { ...input.set, force: true } })),
  })
  return change
}

function conditionsOf({ sort: _, ...conditions }: TaskFilter): InputOf<'tasks.updateMatching'>['filter'] {
  return conditions
}

/** Restores the previous values. One request changes a limited number of tasks, each with its own values. */
async function revertInBatches(tasks: OutputOf<'tasks.updateMatching'>['tasks']): Promise<void> {
  for (let start = 0; start < tasks.length; start += maxSelected) {
    const batch = tasks.slice(start, start + maxSelected)
    await call('tasks.updateMany', {
      tasks: batch.map(({ key }) => key),
      each: batch.map(({ previous }) => previous),
    })
  }
}
