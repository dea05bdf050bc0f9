import { useChange } from '../../change.ts'
import { type Task, call } from '../../client.ts'
import { taskKeys } from '../../live/refresh-changed.ts'
import { showToast } from '../../ui/toasts.ts'
import { addTask, patchTask, removeTask } from './task-cache.ts'
import { type TaskUpdate, offerForce } from './task-changes.ts'

/** The server changes so many at once. */
const most = 100

type Change = Pick<TaskUpdate, 'set' | 'look'>

interface BulkChange {
  /** Each with what changes of it. */
  tasks: { task: Task; change: Change }[]
  /** What was done, in words. */
  said: string
  force?: boolean
  undoes?: boolean
}

/** Several tasks at once, and back again. */
export function useChangeMany(slug: string) {
  const change = useChange({
    keys: taskKeys(slug),
    show(cache, { tasks }: BulkChange) {
      for (const { task, change } of tasks) patchTask(cache, slug, task.key, shown(change))
    },
    async send({ tasks, force }) {
      // Those that change alike change together, all of them or none.
      const alike = Map.groupBy(tasks, ({ change }) => JSON.stringify(change.set))
      for (const some of alike.values())
        for (let at = 0; at < some.length; at += most)
          await call('tasks.updateMany', {
            tasks: some.slice(at, at + most).map(({ task }) => task.key),
            set: { ...some[0]!.change.set, ...(force && { force }) },
          })
    },
    done(_, { tasks, said, undoes }) {
      if (undoes) return showToast({ text: said })
      const back = { tasks: tasks.map(before), said: `${counted(tasks.length)} as before.`, undoes: true }
      showToast({ text: said, undo: () => change.mutate(back) })
    },
    failed: ({ tasks }) => `${counted(tasks.length)} as before.`,
    refused: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, force: true })),
  })
  return change
}

export function useDeleteMany(slug: string) {
  const restore = useChange({
    keys: taskKeys(slug),
    show: (cache, tasks: Task[]) => tasks.forEach((task) => addTask(cache, slug, task)),
    send: (tasks) => oneByOne(tasks, ({ key }) => call('trash.restore', { kind: 'task', item: key })),
    done: (_, tasks) => showToast({ text: `${counted(tasks.length)} back.` }),
  })
  return useChange({
    keys: taskKeys(slug),
    show: (cache, tasks: Task[]) => tasks.forEach((task) => removeTask(cache, slug, task)),
    send: (tasks) => oneByOne(tasks, ({ key }) => call('tasks.delete', { task: key })),
    done: (_, tasks) =>
      showToast({
        text: `Deleted ${tasks.length === 1 ? tasks[0]!.key : `${tasks.length} tasks`}.`,
        undo: () => restore.mutate(tasks),
      }),
    failed: () => 'Not everything was deleted.',
  })
}

async function oneByOne(tasks: Task[], send: (task: Task) => Promise<unknown>): Promise<void> {
  for (const task of tasks) await send(task)
}

const counted = (count: number) => (count === 1 ? '1 task is' : `${count} tasks are`)

/** How a task looks with a change. */
function shown({ set: { assignee: _, story: __, feature: ___, ...rest }, look }: Change): Partial<Task> {
  return { ...rest, ...look }
}

/** What brings a task back to what it was. */
function before({ task, change: { set } }: BulkChange['tasks'][number]): BulkChange['tasks'][number] {
  const was: Change = { set: {} }
  if (set.status) was.set.status = task.status
  if (set.priority) was.set.priority = task.priority
  if (set.labels) was.set.labels = task.labels
  if (set.assignee !== undefined) {
    was.set.assignee = task.assignee?.id ?? null
    was.look = { assignee: task.assignee }
  }
  return { task, change: was }
}
