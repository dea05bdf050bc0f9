import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type InputOf, type Me, Problem, type Status, type Task, call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.ts'
import { showError, showToast } from '../../ui/toasts.ts'
import { registerUndo } from '../../ui/undo.ts'
import { formatList } from '../activity/sentences.ts'
import { addTask, findTask, patchTask, removeTask } from './task-cache.ts'
import { texts } from './texts.ts'

const { taskChanges } = texts

export interface NewTask {
  title: string
  status?: Status
}

export function useCreateTask(slug: string) {
  const me = useQuery(meQuery).data
  const undo = useUndoCreate(slug)
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, input: NewTask) => addTask(cache, slug, draftTask(slug, input, me)),
    send: (input) => call('tasks.create', { project: slug, ...input }),
    done: (task) => registerUndo(() => undo.mutate(task)),
    failed: ({ title }) => taskChanges.addFailed(title),
  })
}

/** Deletes a task that the user has just created. */
export function useUndoCreate(slug: string) {
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, task: Task) => removeTask(cache, slug, task),
    send: ({ key }) => call('tasks.delete', { task: key }),
    done: (_, { key }) => showToast({ text: taskChanges.deleted(key) }),
    failed: ({ key }) => taskChanges.deleteFailed(key),
  })
}

/** The fields that can be edited inline. */
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
  /** The referenced records to display until the server responds. */
  preview?: Partial<Pick<Task, 'assignee' | 'story' | 'feature'>>
  force?: boolean
  isUndo?: boolean
}

export type TaskChangeOf = Pick<TaskUpdate, 'set' | 'preview'>

/** Returns the fields of a task that a change sets, as the lists show them. */
export function patchFor({ set, preview }: TaskChangeOf): Partial<Task> {
  const { assignee: _, story: __, feature: ___, ...rest } = set
  return { ...rest, ...preview }
}

/** Returns the change that restores the fields which `set` overwrites. */
export function inverseOf(task: Task, { assignee, story, feature, ...rest }: TaskFields): TaskChangeOf {
  const names = Object.keys(rest) as (keyof typeof rest)[]
  return {
    set: {
      ...(Object.fromEntries(names.map((name) => [name, task[name]])) as typeof rest),
      ...(assignee !== undefined && { assignee: task.assignee?.id ?? null }),
      ...(story !== undefined && { story: task.story?.key ?? null }),
      ...(feature !== undefined && { feature: task.feature?.key ?? null }),
    },
    preview: {
      ...(assignee !== undefined && { assignee: task.assignee }),
      ...(story !== undefined && { story: task.story }),
      ...(feature !== undefined && { feature: task.feature }),
    },
  }
}

/** The tasks as they were before the changes in progress. */
const tasksBefore = new WeakMap<object, Task>()

function rememberTask(change: object, task: Task | undefined): void {
  if (task) tasksBefore.set(change, task)
}

/** Changes a task. Ctrl+Z undoes it. */
export function useUpdateTask(slug: string) {
  const change = useChange({
    kinds: ['task'],
    project: slug,
    show(cache, update: TaskUpdate) {
      rememberTask(update, findTask(cache, slug, update.key))
      patchTask(cache, slug, update.key, patchFor(update))
    },
    send({ key, set, force }) {
      // Send the version with texts, so that this edit can't overwrite a concurrent one by an agent.
      const isText = set.title !== undefined || set.description !== undefined
      const version = isText ? findTask(queryClient, slug, key)?.version : undefined
      const options = version === undefined ? {} : { ifMatch: version }
      return call('tasks.update', { task: key, ...set, ...(force && { force }) }, options)
    },
    done(task, update) {
      patchTask(queryClient, slug, task.key, { version: task.version })
      const before = tasksBefore.get(update)
      if (update.isUndo) showToast({ text: taskChanges.reverted(task.key) })
      else if (before)
        registerUndo(() => change.mutate({ key: task.key, ...inverseOf(before, update.set), isUndo: true }))
    },
    failed: ({ key }) => taskChanges.updateFailed(key),
    onRejected: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, force: true })),
  })
  return change
}

export function useCompleteTask(slug: string) {
  const update = useUpdateTask(slug)
  const change = useChange({
    kinds: ['task'],
    project: slug,
    show(cache, completion: { key: string; notes: string; force?: boolean }) {
      const { key, notes } = completion
      rememberTask(completion, findTask(cache, slug, key))
      patchTask(cache, slug, key, {
        status: 'complete',
        completedAt: new Date().toISOString(),
        ...(notes && { completionNotes: notes }),
      })
    },
    send: ({ key, notes, force }) =>
      call('tasks.complete', { task: key, ...(notes && { notes }), ...(force && { force }) }),
    done(task, completion) {
      patchTask(queryClient, slug, task.key, { version: task.version })
      const before = tasksBefore.get(completion)
      if (before)
        registerUndo(() => update.mutate({ key: task.key, set: { status: before.status }, isUndo: true }))
      if (task.unblocked.length > 0)
        showToast({ text: taskChanges.unblocked(formatList(task.unblocked.map(({ key }) => key))) })
    },
    failed: ({ key }) => taskChanges.completeFailed(key),
    onRejected: (error, input, failed) =>
      offerForce(error, failed, () => change.mutate({ ...input, force: true })),
  })
  return change
}

/** Errors that a person can override, with the label of the button for it. */
const forceLabels: Record<string, string> = {
  task_blocked: taskChanges.completeAnyway,
  task_held: taskChanges.continueAnyway,
}

/** Shows an error as a toast, with a button that repeats the call with `force` if that can help. */
export function offerForce(error: Error, failed: string | undefined, force: () => void): void {
  const name = error instanceof Problem ? forceLabels[error.code] : undefined
  if (!name) return showError(error, failed)
  // The first sentence says what happened. The rest tells API clients what to do, which the button replaces.
  const [happened = error.message] = error.message.split(/(?<=\.)\s/)
  showToast({ text: happened, tone: 'danger', action: { name, run: force } })
}

/** Ends the claim of a task, so that others can claim it. */
export function useReleaseTask(slug: string) {
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, { key }: Task) => patchTask(cache, slug, key, { claim: null, status: 'todo' }),
    send: ({ key }) => call('tasks.release', { task: key }),
    done: ({ key }) => showToast({ text: taskChanges.released(key) }),
    failed: ({ key }) => taskChanges.releaseFailed(key),
  })
}

export function useDeleteTask(slug: string) {
  const restore = useRestoreTask(slug)
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, task: Task) => removeTask(cache, slug, task),
    send: (task) => call('tasks.delete', { task: task.key }),
    done: (_, task) => showToast({ text: taskChanges.deleted(task.key), undo: () => restore.mutate(task) }),
    failed: ({ key }) => taskChanges.deleteFailed(key),
  })
}

function useRestoreTask(slug: string) {
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, task: Task) => addTask(cache, slug, task),
    send: (task) => call('trash.restore', { kind: 'task', item: task.key }),
    done: (_, task) => showToast({ text: taskChanges.restored(task.key) }),
    failed: ({ key }) => taskChanges.restoreFailed(key),
  })
}

/** Whether this is a placeholder that has no key yet, because the server hasn't responded. */
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
    // Sorts after all other positions.
    position: 'z',
    openBlockers: 0,
    blockedBy: [],
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
