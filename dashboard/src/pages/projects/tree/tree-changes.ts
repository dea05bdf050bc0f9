import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../../change.ts'
import { type OutputOf, call } from '../../../client.ts'
import { showToast } from '../../../ui/toasts.ts'
import { texts } from './texts.ts'
import { type TreeStory, type TreeTask, nodesOf } from './levels.ts'
import {
  type Branch,
  type Step,
  changeTree,
  loadedPages,
  stepInTree,
  withItemIn,
  withoutItem,
} from './tree.ts'

const { treeChanges } = texts

/** Moves an item one place up or down among its siblings. */
export function useStep(slug: string) {
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, { branch, step }: { branch: Branch; step: Step; past: string }) =>
      changeTree(cache, slug, stepInTree(branch, step)),
    send: ({ branch, step, past }) =>
      sendPosition(slug, branch, step === 'up' ? { before: past } : { after: past }),
    failed: ({ branch }) => treeChanges.moveFailed(branch.item.key),
  })
}

function sendPosition(
  slug: string,
  branch: Branch,
  to: { before?: string; after?: string },
): Promise<unknown> {
  const { key } = branch.item
  if (branch.kind === 'epic') return call('epics.update', { project: slug, epic: key, ...to })
  if (branch.kind === 'story')
    return call('stories.update', { project: slug, epic: branch.epic.key, story: key, ...to })
  return call('tasks.update', { task: key, ...to })
}

/** Moves a task to another story, or removes it from its story. */
export function useMoveToStory(slug: string) {
  const move = useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, { task, to }: TaskMove) => changeTree(cache, slug, withItemIn(task, to?.key ?? null)),
    send: ({ task, to }) => call('tasks.update', { task: task.key, story: to?.key ?? null }),
    done: (_, { task, from, to, isUndo }) =>
      showToast({
        text: to ? treeChanges.movedTo(task.key, to.title) : treeChanges.removedFromStory(task.key),
        ...(!isUndo && { undo: () => move.mutate({ task, from: to, to: from, isUndo: true }) }),
      }),
    failed: ({ task }) => treeChanges.moveFailed(task.key),
  })
  return move
}

interface TaskMove {
  task: TreeTask
  from: Named | null
  to: Named | null
  isUndo?: boolean
}
type Named = Pick<TreeStory, 'key' | 'title'>

export function useMoveToEpic(slug: string) {
  const move = useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, { story, to }: { story: TreeStory; from: Named; to: Named; isUndo?: boolean }) =>
      changeTree(cache, slug, withItemIn(story, to.key)),
    send: ({ story, from, to }) =>
      call('stories.update', { project: slug, epic: from.key, story: story.key, moveTo: to.key }),
    done: (_, { story, from, to, isUndo }) =>
      showToast({
        text: treeChanges.movedTo(story.key, to.title),
        ...(!isUndo && { undo: () => move.mutate({ story, from: to, to: from, isUndo: true }) }),
      }),
    failed: ({ story }) => treeChanges.moveFailed(story.key),
  })
  return move
}

export function useDeleteBranch(slug: string) {
  const restore = useChange({
    kinds: ['task'],
    project: slug,
    send: ({ kind, item }: Branch) => call('trash.restore', { kind, item: item.key }),
    done: (_, { item }) => showToast({ text: treeChanges.restored(item.key) }),
  })
  return useChange({
    kinds: ['task'],
    project: slug,
    show: (cache, { item }: Branch) => changeTree(cache, slug, withoutItem(item.key)),
    send: (branch) => remove(slug, branch),
    done: ({ children }, branch) =>
      showToast({
        text: treeChanges.deleted(branch.item.key, children),
        undo: () => restore.mutate(branch),
      }),
    failed: ({ item }) => treeChanges.deleteFailed(item.key),
  })
}

function remove(slug: string, branch: Branch): Promise<OutputOf<'tasks.delete'>> {
  const { key } = branch.item
  if (branch.kind === 'epic') return call('epics.delete', { project: slug, epic: key })
  if (branch.kind === 'story')
    return call('stories.delete', { project: slug, epic: branch.epic.key, story: key })
  return call('tasks.delete', { task: key })
}

/** Adds an item. The server assigns its key, so this is not optimistic. */
export function useAddItem(slug: string) {
  const cache = useQueryClient()
  return useChange({
    kinds: ['task'],
    project: slug,
    send: ({ parent, title }: { parent: Parent; title: string }): Promise<{ key: string }> => {
      if (parent.kind === 'project') return call('epics.create', { project: slug, title })
      if (parent.kind === 'epic') return call('stories.create', { project: slug, epic: parent.key, title })
      return call('tasks.create', { project: slug, title, ...(parent.key && { story: parent.key }) })
    },
    done: ({ key }, { parent }) => {
      if (!showsEnd(cache, slug, parent)) showToast({ text: treeChanges.added(key) })
    },
    failed: ({ title }) => treeChanges.addFailed(title),
  })
}

/** Returns whether the page shows the last child of a parent, after which a new one appears. */
function showsEnd(cache: QueryClient, slug: string, parent: Parent): boolean {
  const below = parent.kind === 'project' ? undefined : parent.key
  const level = loadedPages(cache, slug, below)
  if (level?.pages.at(-1)?.nextCursor == null) return true
  // Tasks without a story follow the last epic.
  return parent.kind === 'project' && nodesOf(level).at(-1)?.kind === 'task'
}

/** The parent of a new item: the project for an epic, an epic for a story, a story or none for a task. */
export type Parent = { kind: 'project' } | { kind: 'epic'; key: string } | { kind: 'story'; key?: string }
