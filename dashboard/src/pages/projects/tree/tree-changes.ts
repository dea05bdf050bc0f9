import { useChange } from '../../../change.ts'
import { call } from '../../../client.ts'
import { taskKeys } from '../../../live/refresh-changed.ts'
import { showToast } from '../../../ui/toasts.ts'
import {
  type Branch,
  type Step,
  type TreeStory,
  type TreeTask,
  changeTree,
  steppedTree,
  withStoryIn,
  withTaskIn,
  without,
} from './tree.ts'

/** One place up or down among its own kind. */
export function useStep(slug: string) {
  return useChange({
    keys: taskKeys(slug),
    show: (cache, { branch, step }: { branch: Branch; step: Step; past: string }) =>
      changeTree(cache, slug, (tree) => steppedTree(tree, branch, step)),
    send: ({ branch, step, past }) => place(slug, branch, step === 'up' ? { before: past } : { after: past }),
    failed: ({ branch }) => `${branch.item.key} was not moved.`,
  })
}

function place(slug: string, branch: Branch, to: { before?: string; after?: string }): Promise<unknown> {
  const { key } = branch.item
  if (branch.kind === 'epic') return call('epics.update', { project: slug, epic: key, ...to })
  if (branch.kind === 'story')
    return call('stories.update', { project: slug, epic: branch.epic.key, story: key, ...to })
  return call('tasks.update', { task: key, ...to })
}

/** A task goes to another story, or out of all of them. */
export function useMoveToStory(slug: string) {
  const move = useChange({
    keys: taskKeys(slug),
    show: (cache, { task, to }: TaskMove) =>
      changeTree(cache, slug, (tree) => withTaskIn(tree, task, to?.key ?? null)),
    send: ({ task, to }) => call('tasks.update', { task: task.key, story: to?.key ?? null }),
    done: (_, { task, from, to, undoes }) =>
      showToast({
        text: to ? `${task.key} belongs to ${to.title} now.` : `${task.key} belongs to no story now.`,
        ...(!undoes && { undo: () => move.mutate({ task, from: to, to: from, undoes: true }) }),
      }),
    failed: ({ task }) => `${task.key} was not moved.`,
  })
  return move
}

interface TaskMove {
  task: TreeTask
  from: Named | null
  to: Named | null
  undoes?: boolean
}
type Named = Pick<TreeStory, 'key' | 'title'>

export function useMoveToEpic(slug: string) {
  const move = useChange({
    keys: taskKeys(slug),
    show: (cache, { story, to }: { story: TreeStory; from: Named; to: Named; undoes?: boolean }) =>
      changeTree(cache, slug, (tree) => withStoryIn(tree, story, to.key)),
    send: ({ story, from, to }) =>
      call('stories.update', { project: slug, epic: from.key, story: story.key, moveTo: to.key }),
    done: (_, { story, from, to, undoes }) =>
      showToast({
        text: `${story.key} belongs to ${to.title} now.`,
        ...(!undoes && { undo: () => move.mutate({ story, from: to, to: from, undoes: true }) }),
      }),
    failed: ({ story }) => `${story.key} was not moved.`,
  })
  return move
}

export function useDeleteBranch(slug: string) {
  const restore = useChange({
    keys: taskKeys(slug),
    show: () => {},
    send: ({ kind, item }: Branch) => call('trash.restore', { kind, item: item.key }),
    done: (_, { item }) => showToast({ text: `${item.key} is back.` }),
  })
  return useChange({
    keys: taskKeys(slug),
    show: (cache, { item }: Branch) => changeTree(cache, slug, (tree) => without(tree, item.key)),
    send: (branch) => remove(slug, branch),
    done: (_, branch) =>
      showToast({
        text: `Deleted ${branch.item.key}${withWhat(branch)}.`,
        undo: () => restore.mutate(branch),
      }),
    failed: ({ item }) => `${item.key} was not deleted.`,
  })
}

function remove(slug: string, branch: Branch): Promise<unknown> {
  const { key } = branch.item
  if (branch.kind === 'epic') return call('epics.delete', { project: slug, epic: key })
  if (branch.kind === 'story')
    return call('stories.delete', { project: slug, epic: branch.epic.key, story: key })
  return call('tasks.delete', { task: key })
}

/** What went along with it. */
function withWhat(branch: Branch): string {
  if (branch.kind === 'task') return ''
  const { total } = branch.item.progress
  const stories = branch.kind === 'epic' ? branch.item.stories.length : 0
  const parts = [counted(stories, 'story', 'stories'), counted(total, 'task', 'tasks')].filter(Boolean)
  return parts.length > 0 ? ` with ${parts.join(' and ')}` : ''
}

const counted = (count: number, one: string, several: string) =>
  count === 0 ? '' : count === 1 ? `1 ${one}` : `${count} ${several}`

/** A new item below something. Its number is the server's choice, so it appears when that has answered. */
export function useAddBelow(slug: string) {
  return useChange({
    keys: taskKeys(slug),
    show: () => {},
    send: ({ below, title }: { below: Below; title: string }): Promise<unknown> => {
      if (below.kind === 'project') return call('epics.create', { project: slug, title })
      if (below.kind === 'epic') return call('stories.create', { project: slug, epic: below.key, title })
      return call('tasks.create', { project: slug, title, ...(below.key && { story: below.key }) })
    },
    failed: ({ title }) => `“${title}” was not added.`,
  })
}

/** What a new item hangs on: an epic on the project, a story on an epic, a task on a story or on none. */
export type Below = { kind: 'project' } | { kind: 'epic'; key: string } | { kind: 'story'; key?: string }
