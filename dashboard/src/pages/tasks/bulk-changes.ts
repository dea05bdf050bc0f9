import { useChange } from '../../change.ts'
import { type Task, call } from '../../client.ts'
import { showToast } from '../../ui/toasts.ts'
import { registerUndo } from '../../ui/undo.ts'
import { addTask, patchTask, removeTask } from './task-cache.ts'
import { type TaskChangeOf, inverseOf, offerForce, patchFor } from './task-changes.ts'
import { texts } from './texts.ts'

const { bulkChanges, taskChanges } = texts

interface BulkChange {
  tasks: { task: Task; change: TaskChangeOf }[]
  /** The toast after success. */
  message: string
  force?: boolean
  isUndo?: boolean
}

/** Changes several tasks in one request. The change of one task is undone with Ctrl+Z, and one of more also by a toast. */
export function useChangeMany(slug: string) {
  const change = useChange({
    kinds: ['task'],
    project: slug,
    show(cache, { tasks }: BulkChange) {
      for (const { task, change } of tasks) patchTask(cache, slug, task.key, patchFor(change))
    },
    send({ tasks, force }) {
      const sets = tasks.map(({ change }) => change.set)
      const isSame = new Set(sets.map((set) => JSON.stringify(set))).size === 1
      return call('tasks.updateMany', {
        tasks: tasks.map(({ task }) => task.key),
        set: { ...(isSame && sets[0]), ...(force && { force }) },
        ...(!isSame && { each: sets }),
      })
    },
    done(_, { tasks, message, isUndo }) {
      if (isUndo) return showToast({ text: message })
      const revert = {
        tasks: tasks.map(({ task, change: { set } }) => ({ task, change: inverseOf(task, set) })),
        message: bulkChanges.reverted(tasks.length),
        isUndo: true,
      }
      const undo = () => change.mutate(revert)
      if (tasks.length === 1) registerUndo(undo)
      else showToast({ text: message, undo })
    },
    failed: ({ tasks }) =>
      tasks.length === 1
        ? taskChanges.updateFailed(tasks[0]!.task.key)
        : bulkChanges.updateFailed(tasks.length),
    onRejected: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, force: true })),
  })
  return change
}

/** Deletes several tasks in one request, and offers to restore them. */
export function useDeleteMany(slug: string) {
  const restore = useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, tasks: Task[]) => tasks.forEach((task) => addTask(cache, slug, task)),
    send: (tasks) => call('trash.restoreMany', { kind: 'task', items: tasks.map(({ key }) => key) }),
    done: (_, tasks) => showToast({ text: bulkChanges.restored(tasks.length) }),
  })
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, tasks: Task[]) => tasks.forEach((task) => removeTask(cache, slug, task)),
    send: (tasks) => call('tasks.deleteMany', { tasks: tasks.map(({ key }) => key) }),
    done: (_, tasks) =>
      showToast({
        text: tasks.length === 1 ? taskChanges.deleted(tasks[0]!.key) : bulkChanges.deleted(tasks.length),
        undo: () => restore.mutate(tasks),
      }),
    failed: (tasks) => bulkChanges.deleteFailed(tasks.length),
  })
}
