import type { QueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../client.ts'
import { read } from '../../../read.ts'

export type Tree = OutputOf<'projects.tree'>
export type TreeEpic = Tree['epics'][number]
export type TreeStory = TreeEpic['stories'][number]
export type TreeTask = Tree['tasks'][number]

/** An item of the tree and its parent. */
export type Branch =
  | { kind: 'epic'; item: TreeEpic }
  | { kind: 'story'; item: TreeStory; epic: TreeEpic }
  | { kind: 'task'; item: TreeTask; story: TreeStory | null }

export function changeTree(cache: QueryClient, slug: string, change: (tree: Tree) => Tree): void {
  cache.setQueryData(read('projects.tree', { project: slug }).queryKey, (tree) => tree && change(tree))
}

/** Returns the items with the same parent, in order. */
export function siblingsOf(tree: Tree, branch: Branch): { key: string }[] {
  if (branch.kind === 'epic') return tree.epics
  if (branch.kind === 'story') return branch.epic.stories
  return branch.story ? branch.story.tasks : tree.tasks
}

export type Step = 'up' | 'down'

/** Returns the key of the sibling that an item would swap places with. Undefined at the end. */
export function neighborOf(tree: Tree, branch: Branch, step: Step): string | undefined {
  const keys = siblingsOf(tree, branch).map(({ key }) => key)
  return keys[keys.indexOf(branch.item.key) + (step === 'up' ? -1 : 1)]
}

/** Returns the tree after a step. */
export function moveInTree(tree: Tree, branch: Branch, step: Step): Tree {
  const swap = <Item extends { key: string }>(items: Item[]): Item[] => {
    const at = items.findIndex(({ key }) => key === branch.item.key)
    const to = at + (step === 'up' ? -1 : 1)
    if (at < 0 || !items[to]) return items
    return items.toSpliced(at, 1).toSpliced(to, 0, items[at]!)
  }
  if (branch.kind === 'epic') return { ...tree, epics: swap(tree.epics) }
  if (branch.kind === 'task' && !branch.story) return { ...tree, tasks: swap(tree.tasks) }
  return {
    ...tree,
    epics: tree.epics.map((epic) => ({
      ...epic,
      stories: swap(epic.stories).map((story) =>
        branch.kind === 'task' && branch.story!.key === story.key
          ? { ...story, tasks: swap(story.tasks) }
          : story,
      ),
    })),
  }
}

/** Returns the tree without an item and its descendants. */
export function withoutItem(tree: Tree, key: string): Tree {
  const others = <Item extends { key: string }>(items: Item[]) => items.filter((item) => item.key !== key)
  return {
    ...tree,
    tasks: others(tree.tasks),
    epics: others(tree.epics).map((epic) => ({
      ...epic,
      stories: others(epic.stories).map((story) => ({ ...story, tasks: others(story.tasks) })),
    })),
  }
}

/** Returns the tree with a task moved to the end of another story, or of the tasks without a story. */
export function withTaskIn(tree: Tree, task: TreeTask, story: string | null): Tree {
  const rest = withoutItem(tree, task.key)
  if (story === null) return { ...rest, tasks: [...rest.tasks, task] }
  return {
    ...rest,
    epics: rest.epics.map((epic) => ({
      ...epic,
      stories: epic.stories.map((each) =>
        each.key === story ? { ...each, tasks: [...each.tasks, task] } : each,
      ),
    })),
  }
}

/** Returns the tree with a story moved to another epic. */
export function withStoryIn(tree: Tree, story: TreeStory, epic: string): Tree {
  const rest = withoutItem(tree, story.key)
  return {
    ...rest,
    epics: rest.epics.map((each) =>
      each.key === epic ? { ...each, stories: [...each.stories, story] } : each,
    ),
  }
}
