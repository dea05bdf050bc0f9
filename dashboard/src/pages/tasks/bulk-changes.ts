import { useChange } from '../../change.ts'
import { type Task, call } from '../../client.ts'
import { showToast } from '../../ui/toasts.ts'
import { addTask, patchTask, removeTask } from './task-cache.ts'
import { type TaskUpdate, offerForce } from './task-changes.ts'
import { texts } from './texts.ts'

/** The server accepts at most this many tasks per call. */
const maxBatchSize = 100

const { bulkChanges, taskChanges } = texts

type Change = Pick<TaskUpdate, 'set' | 'preview'>

interface BulkChange {
  tasks: { task: Task; change: Change }[]
  /** The toast after success. */
  message: string
  force?: boolean
  isUndo?: boolean
}

/** Changes several tasks and offers to undo the change. */
export function useChangeMany(slug: string) {
  const change = useChange({
    kinds: ['task'],
    project: slug,
    show(cache, { tasks }: BulkChange) {
      for (const { task, change } of tasks) patchTask(cache, slug, task.key, patchFor(change))
    },
    async send({ tasks, force }) {
      // Tasks with the same change go in one call, which changes all of them or none.
      const groups = Map.groupBy(tasks, ({ change }) => JSON.stringify(change.set))
      for (const group of groups.values())
        for (let start = 0; start < group.length; start += maxBatchSize)
          await call('tasks.updateMany', {
            tasks: group.slice(start, start + maxBatchSize).map(({ task }) => task.key),
            set: { ...group[0]!.change.set, ...(force && { force }) },
          })
    },
    done(_, { tasks, message, isUndo }) {
      if (isUndo) return showToast({ text: message })
      const revert = {
        tasks: tasks.map(inverse),
        message: bulkChanges.reverted(tasks.length),
        isUndo: true,
      }
      showToast({ text: message, undo: () => change.mutate(revert) })
    },
    failed: ({ tasks }) => bulkChanges.updateFailed(tasks.length),
    onRejected: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, force: true })),
  })
  return change
}

export function useDeleteMany(slug: string) {
  const restore = useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, tasks: Task[]) => tasks.forEach((task) => addTask(cache, slug, task)),
    send: (tasks) => sendInOrder(tasks, ({ key }) => call('trash.restore', { kind: 'task', item: key })),
    done: (_, tasks) => showToast({ text: bulkChanges.restored(tasks.length) }),
  })
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, tasks: Task[]) => tasks.forEach((task) => removeTask(cache, slug, task)),
    send: (tasks) => sendInOrder(tasks, ({ key }) => call('tasks.delete', { task: key })),
    done: (_, tasks) =>
      showToast({
        text: tasks.length === 1 ? taskChanges.deleted(tasks[0]!.key) : bulkChanges.deleted(tasks.length),
        undo: () => restore.mutate(tasks),
      }),
    failed: () => bulkChanges.deleteFailed,
  })
}

async function sendInOrder(tasks: Task[], send: (task: Task) => Promise<unknown>): Promise<void> {
  for (const task of tasks) await send(task)
}

/** Returns the fields of a task that a change sets, as the lists show them. */
function patchFor({
  set: { assignee: _, story: __, feature: ___, ...rest },
  preview,
}: Change): Partial<Task> {
  return { ...rest, ...preview }
}

/** Returns the change that restores the fields which `set` overwrites. */
function inverse({ task, change: { set } }: BulkChange['tasks'][number]): BulkChange['tasks'][number] {
  const inverted: Change = { set: {} }
  if (set.status) inverted.set.status = task.status
  if (set.priority) inverted.set.priority = task.priority
  if (set.labels) inverted.set.labels = task.labels
  if (set.assignee !== undefined) {
    inverted.set.assignee = task.assignee?.id ?? null
    inverted.preview = { assignee: task.assignee }
  }
  return { task, change: inverted }
}
