import type { ActivityEvent } from '../../../client.ts'
import { isLevelChangedBy } from './level-changes.ts'
import type { ItemOf, Pages } from '../../../read.ts'
import { readLevel } from './read-level.ts'

export type TreeNode = ItemOf<'projects.tree'>
export type TreeEpic = Extract<TreeNode, { kind: 'epic' }>
export type TreeStory = Extract<TreeNode, { kind: 'story' }>
export type TreeTask = Extract<TreeNode, { kind: 'task' }>
export type TreeGroup = TreeEpic | TreeStory

/** A group whose children are a level of their own. */
export type Parent = Pick<TreeGroup, 'kind' | 'id' | 'key'>

/** The top level of a tree, or the level below a group that doesn't include its children. */
export const levelQuery = (slug: string, below?: Parent) => ({
  ...readLevel(slug, below?.key),
  meta: {
    isChangedBy: (event: ActivityEvent, data: unknown) =>
      isLevelChangedBy(event, nodesOf(data as Pages<TreeNode>), below),
  },
})

/** Returns the loaded items of a level, in order. */
export function nodesOf({ pages }: Pick<Pages<TreeNode>, 'pages'>): TreeNode[] {
  return pages.flatMap(({ items }) => items)
}
