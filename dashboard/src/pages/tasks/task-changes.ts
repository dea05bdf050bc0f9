import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type InputOf, type Me, Problem, type Status, type Task, call } from '../../client.ts'
import { taskKeys } from '../../live/refresh-changed.ts'
import { meQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.ts'
import { showError, showToast } from '../../ui/toasts.ts'
import { listed } from '../activity/sentences.ts'
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
    failed: ({ title }) => `“${title}” was not added.`,
  })
}

/** What of a task is changed where it is shown. */
export type TaskFields = Pick<
  InputOf<'tasks.update'>,
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'type'
  | 'labels'
  | 'estimate'
  | 'dueAt'
  | 'assignee'
  | 'story'
  | 'feature'
>

export interface TaskUpdate {
  key: string
  set: TaskFields
  /** How whom or what it points to looks, until the server says so. */
  look?: Partial<Pick<Task, 'assignee' | 'story' | 'feature'>>
  force?: boolean
}

export function useUpdateTask(slug: string) {
  const change = useChange({
    keys: taskKeys(slug),
    show(
      cache,
      { key, set: { assignee: _who, story: _story, feature: _feature, ...rest }, look }: TaskUpdate,
    ) {
      patchTask(cache, slug, key, { ...rest, ...look })
    },
    send({ key, set, force }) {
      // A text that was rewritten from what was read must not wipe out what an agent wrote meanwhile.
      const isText = set.title !== undefined || set.description !== undefined
      const version = isText ? findTask(queryClient, slug, key)?.version : undefined
      const options = version === undefined ? {} : { ifMatch: version }
      return call('tasks.update', { task: key, ...set, ...(force && { force }) }, options)
    },
    done: (task) => patchTask(queryClient, slug, task.key, { version: task.version }),
    failed: ({ key }) => `${key} was not changed.`,
    refused: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, force: true })),
  })
  return change
}

export function useCompleteTask(slug: string) {
  const change = useChange({
    keys: taskKeys(slug),
    show: (cache, { key, notes }: { key: string; notes: string; force?: boolean }) =>
      patchTask(cache, slug, key, {
        status: 'complete',
        completedAt: new Date().toISOString(),
        ...(notes && { completionNotes: notes }),
      }),
    send: ({ key, notes, force }) =>
      call('tasks.complete', { task: key, ...(notes && { notes }), ...(force && { force }) }),
    done(task) {
      patchTask(queryClient, slug, task.key, { version: task.version })
      if (task.unblocked.length > 0)
        showToast({ text: `${listed(task.unblocked.map(({ key }) => key))} can be begun now.` })
    },
    failed: ({ key }) => `${key} was not completed.`,
    refused: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, force: true })),
  })
  return change
}

/** What the server refuses though a person may know better. */
const overruled: Record<string, string> = { task_blocked: 'Complete anyway', task_held: 'Do it anyway' }

export function offerForce(error: Error, failed: string | undefined, force: () => void): void {
  const name = error instanceof Problem ? overruled[error.code] : undefined
  if (!name) return showError(error, failed)
  // The sentence says what happened and then what to do; that is what the button says here.
  const [happened = error.message] = error.message.split(/(?<=\.)\s/)
  showToast({ text: happened, tone: 'danger', action: { name, run: force } })
}

/** Whoever holds it no longer does, and anybody can take it. */
export function useReleaseTask(slug: string) {
  return useChange({
    keys: taskKeys(slug),
    show: (cache, { key }: Task) => patchTask(cache, slug, key, { claim: null, status: 'todo' }),
    send: ({ key }) => call('tasks.release', { task: key }),
    done: ({ key }) => showToast({ text: `${key} is free: anybody can take it.` }),
    failed: ({ key }) => `${key} was not freed.`,
  })
}

export function useDeleteTask(slug: string) {
  const restore = useRestoreTask(slug)
  return useChange({
    keys: taskKeys(slug),
    show: (cache, task: Task) => removeTask(cache, slug, task),
    send: (task) => call('tasks.delete', { task: task.key }),
    done: (_, task) => showToast({ text: `Deleted ${task.key}.`, undo: () => restore.mutate(task) }),
    failed: ({ key }) => `${key} was not deleted.`,
  })
}

function useRestoreTask(slug: string) {
  return useChange({
    keys: taskKeys(slug),
    show: (cache, task: Task) => addTask(cache, slug, task),
    send: (task) => call('trash.restore', { kind: 'task', item: task.key }),
    done: (_, task) => showToast({ text: `${task.key} is back.` }),
    failed: ({ key }) => `${key} was not brought back.`,
  })
}

/** Stands in for a task until the server has given it its number. */
export const isDraft = (task: Pick<Task, 'key'>): boolean => task.key === ''

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
