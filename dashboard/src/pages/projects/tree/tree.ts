import type { QueryClient } from '@tanstack/react-query'
import { readKey } from '../../../read-key.ts'
import type { Pages } from '../../../read.ts'
import { type TreeEpic, type TreeNode, type TreeStory, type TreeTask, nodesOf } from './levels.ts'
import { readLevel } from './read-level.ts'

/** An item of the tree, its parent, and the loaded items of its kind with the same parent. */
export type Branch = { siblings: readonly { key: string }[] } & (
  | { kind: 'epic'; item: TreeEpic }
  | { kind: 'story'; item: TreeStory; epic: TreeEpic }
  | { kind: 'task'; item: TreeTask; story: TreeStory | null }
)

export type Step = 'up' | 'down'

/** Returns the key of the sibling that an item would swap places with. Undefined at the end. */
export function neighborOf({ item, siblings }: Branch, step: Step): string | undefined {
  const at = siblings.findIndex(({ key }) => key === item.key)
  return siblings[at + (step === 'up' ? -1 : 1)]?.key
}

/** Changes the items of one parent. `parent` is its key, or null at the top. */
type ChangeSiblings = (nodes: TreeNode[], parent: string | null, isComplete: boolean) => TreeNode[]

/** Changes all loaded levels of a tree before the server responds. */
export function changeTree(cache: QueryClient, slug: string, change: ChangeSiblings): void {
  const queryKey = readKey('projects.tree', { project: slug }, { shape: 'pages' })
  for (const [key, level] of cache.getQueriesData<Pages<TreeNode>>({ queryKey })) {
    if (!level) continue
    const { below = null } = key[1] as { below?: string }
    const isComplete = level.pages.at(-1)?.nextCursor === null
    const nodes = changeAll(nodesOf(level), below, isComplete, change)
    // The first page takes all items, because an item can move from one page to another.
    const pages = level.pages.map((page, index) => ({ ...page, items: index === 0 ? nodes : [] }))
    cache.setQueryData(key, { ...level, pages })
  }
}

function changeAll(
  nodes: TreeNode[],
  parent: string | null,
  isComplete: boolean,
  change: ChangeSiblings,
): TreeNode[] {
  return change(nodes, parent, isComplete).map((node) =>
    node.kind === 'task' || node.children === null
      ? node
      : ({ ...node, children: changeAll(node.children, node.key, true, change) } as TreeNode),
  )
}

/** Swaps an item with its neighbor. */
export function stepInTree({ item }: Branch, step: Step): ChangeSiblings {
  return (nodes) => {
    const at = nodes.findIndex(({ key }) => key === item.key)
    const to = at + (step === 'up' ? -1 : 1)
    if (at < 0 || nodes[to]?.kind !== item.kind) return nodes
    return nodes.toSpliced(at, 1).toSpliced(to, 0, nodes[at]!)
  }
}

/** Removes an item and its descendants. */
export function withoutItem(key: string): ChangeSiblings {
  return (nodes) => nodes.filter((node) => node.key !== key)
}

/** Moves an item to another parent, which is null for a task without a story. */
export function withItemIn(item: TreeNode, parent: string | null): ChangeSiblings {
  return (nodes, of, isComplete) => {
    const others = withoutItem(item.key)(nodes, of, isComplete)
    if (of !== parent) return others
    const next = others.findIndex(({ kind, position }) => kind === item.kind && position > item.position)
    if (next >= 0) return others.toSpliced(next, 0, item)
    return isComplete ? [...others, item] : others
  }
}

/** Returns the loaded pages of the top level, or of the level below a group. */
export function loadedPages(cache: QueryClient, slug: string, below?: string) {
  return cache.getQueryData(readLevel(slug, below).queryKey)
}
