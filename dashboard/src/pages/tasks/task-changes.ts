import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type InputOf, type Me, type Status, type Task, call } from '../../client.ts'
import { taskKeys } from '../../live/refresh-changed.ts'
import { meQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.ts'
import { showToast } from '../../ui/toasts.ts'
import { addTask, findTask, patchTask, removeTask } from './task-cache.ts'

export interface NewTask {
  title: string
  status?: Status
}

export function useCreateTask(slug: string) {
  const me = useQuery(meQuery).data
  return useChange({
    keys: taskKeys(slug),
    show: (cache, input: NewTask) => addTask(cache, slug, draftTask(slug, input, me)),
    send: (input) => call('tasks.create', { project: slug, ...input }),
  })
}

export type TaskFields = Pick<
  InputOf<'tasks.update'>,
  'title' | 'description' | 'status' | 'priority' | 'assignee' | 'dueAt'
>

export function useUpdateTask(slug: string) {
  const me = useQuery(meQuery).data
  return useChange({
    keys: taskKeys(slug),
    show(cache, { key, set: { assignee, ...rest } }: { key: string; set: TaskFields }) {
      const assigned =
        assignee === 'me' && me ? { kind: 'user' as const, id: me.user.id, name: me.user.name } : null
      patchTask(cache, slug, key, {
        ...rest,
        ...(assignee !== undefined && { assignee: assigned }),
      })
    },
    send({ key, set }) {
      // A text that was rewritten from what was read must not wipe out what an agent wrote meanwhile.
      const isText = set.title !== undefined || set.description !== undefined
      const version = isText ? findTask(queryClient, slug, key)?.version : undefined
      return call('tasks.update', { task: key, ...set }, version === undefined ? {} : { ifMatch: version })
    },
    done: (task) => patchTask(queryClient, slug, task.key, { version: task.version }),
  })
}

export function useCompleteTask(slug: string) {
  return useChange({
    keys: taskKeys(slug),
    show: (cache, { key, notes }: { key: string; notes: string }) =>
      patchTask(cache, slug, key, {
        status: 'complete',
        completedAt: new Date().toISOString(),
        ...(notes && { completionNotes: notes }),
      }),
    send: ({ key, notes }) => call('tasks.complete', { task: key, ...(notes && { notes }) }),
    done: (task) => patchTask(queryClient, slug, task.key, { version: task.version }),
  })
}

export function useDeleteTask(slug: string) {
  const restore = useRestoreTask(slug)
  return useChange({
    keys: taskKeys(slug),
    show: (cache, task: Task) => removeTask(cache, slug, task),
    send: (task) => call('tasks.delete', { task: task.key }),
    done: (_, task) => showToast({ text: `Deleted ${task.key}.`, undo: () => restore.mutate(task) }),
  })
}

function useRestoreTask(slug: string) {
  return useChange({
    keys: taskKeys(slug),
    show: (cache, task: Task) => addTask(cache, slug, task),
    send: (task) => call('trash.restoreItem', { kind: 'task', item: task.key }),
    done: (_, task) => showToast({ text: `${task.key} is back.` }),
  })
}

/** Stands in for a task until the server has given it its number. */
export const isDraft = (task: Task): boolean => task.key === ''

function draftTask(project: string, { title, status = 'todo' }: NewTask, me: Me | undefined): Task {
  const now = new Date().toISOString()
  return {
    id: `draft ${title} ${now}`,
    key: '',
    project,
    title,
    description: '',
    status,
    priority: 'none',
    type: 'task',
    labels: [],
    estimate: null,
    dueAt: null,
    assignee: null,
    story: null,
    feature: null,
    // After all the others.
    position: 'z',
    openBlockers: 0,
    claim: null,
    completionNotes: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 0,
    may: { edit: true },
    createdBy: { kind: 'user', id: me?.user.id ?? null, name: me?.user.name ?? '', onBehalfOf: null },
  }
}
