import type { ActivityEvent } from '../../../client.ts'
import type { Parent, TreeNode } from './levels.ts'

/** Returns whether an event changes what a level shows: its items, their order, or their counts. */
export function isLevelChangedBy(event: ActivityEvent, nodes: TreeNode[], below?: Parent): boolean {
  const [kind, action = ''] = event.type.split('.')
  if (kind === 'project') return true
  if (kind !== 'epic' && kind !== 'story' && kind !== 'task') return false
  if (hasNode(nodes, ({ id }) => id === event.subject.id)) return true
  const hasGroups = below?.kind !== 'story'
  if (kind === 'epic') return below === undefined
  if (kind === 'story') return hasGroups
  return isChangedByOther(event, action, nodes, below)
}

/** Returns whether an event of a task that the level doesn't contain changes the level. */
function isChangedByOther(event: ActivityEvent, action: string, nodes: TreeNode[], below?: Parent): boolean {
  const changes = (event.data.changes ?? {}) as Record<string, { from: unknown; to: unknown } | undefined>
  // A link or a reopened task can block any task.
  if (['linked', 'unlinked', 'restored'].includes(action) || isClosed(changes.status?.from)) return true
  const closes = action === 'deleted' || isClosed(changes.status?.to)
  const { key } = event.subject
  if (closes && hasNode(nodes, (node) => node.kind === 'task' && node.blockedBy.includes(key ?? '')))
    return true
  // It can move to this level, or between its loaded items.
  if (changes.storyId || changes.position) return true
  if (below?.kind !== 'story') return closes || action === 'created'
  const { story } = event.data
  return action === 'created' && (typeof story !== 'string' || [below.id, below.key].includes(story))
}

function isClosed(status: unknown): boolean {
  return status === 'complete' || status === 'cancelled'
}

function hasNode(nodes: readonly TreeNode[], matches: (node: TreeNode) => boolean): boolean {
  return nodes.some(
    (node) => matches(node) || (node.kind !== 'task' && hasNode(node.children ?? [], matches)),
  )
}
