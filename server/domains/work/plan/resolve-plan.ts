import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OnProject } from '../../projects/access.ts'
import { lockBlockers } from '../dependencies/link-new-tasks.ts'
import type { LinkedTask } from '../dependencies/links.ts'
import { type Assignee, findAssignee, unassigned } from '../tasks/assignee.ts'
import { withErrorContext } from '../tasks/bulk.ts'
import { type ExistingParent, findExistingParents, normalRef } from './find-existing.ts'
import type { PlanItem } from './plan-item.ts'

/** An item of a plan with everything that it names. */
export interface PlanNode {
  id: string
  item: PlanItem
  /** The input field of the item, for errors: `tasks.3`. */
  field: string
  parent: PlanNode | ExistingParent | null
  feature: ExistingParent | null
  blockers: (PlanNode | LinkedTask)[]
  assignee: Assignee
}

type InProject = Context & OnProject

/**
 * Resolves all names of a plan, and rejects a plan that can't be created as a whole. Returns the items in the order to
 * create them: the order of the input, but every parent before its children.
 */
export async function resolvePlan(
  ctx: InProject,
  items: readonly PlanItem[],
  feature: ExistingParent | null = null,
): Promise<PlanNode[]> {
  const nodes = items.map((item, index) => newNode(item, `tasks.${index}`))
  for (const node of nodes) requireFieldsOfKind(node)
  const findInPlan = planNames(nodes)
  const existing = await findExisting(ctx, nodes, (name) => findInPlan(name) !== undefined)
  const assignees = new Map<string, Assignee>()
  for (const node of nodes) {
    const { item, field } = node
    node.parent = parentOf(node, findInPlan, existing.parents)
    node.feature = featureOf(node, existing.parents) ?? (item.kind === 'task' ? feature : null)
    node.blockers = blockersOf(node, findInPlan, existing.tasks)
    if (item.assignee === undefined) continue
    const find = () => withErrorContext(() => findAssignee(ctx, item.assignee!), { field })
    assignees.set(item.assignee, assignees.get(item.assignee) ?? (await find()))
    node.assignee = assignees.get(item.assignee)!
  }
  rejectCycle(nodes)
  const ordered = parentsFirst(nodes)
  // Ids sort by time of creation.
  for (const node of ordered) node.id = newId()
  return ordered
}

function newNode(item: PlanItem, field: string): PlanNode {
  return { id: '', item, field, parent: null, feature: null, blockers: [], assignee: unassigned }
}

const taskFields = ['blockedBy', 'priority', 'type', 'estimate', 'assignee', 'feature'] as const
const groupStatuses: (PlanItem['status'] | undefined)[] = [
  undefined,
  'planned',
  'active',
  'complete',
  'cancelled',
]

/** Rejects fields and statuses that an item of this kind doesn't have. */
function requireFieldsOfKind({ item, field }: PlanNode): void {
  const { kind, status, parent } = item
  if (kind === 'task') {
    if (status === 'planned' || status === 'active')
      rejectField(`${field}.status`, `A task can't be "${status}". Use "backlog", "todo" or "in_progress".`)
    return
  }
  const wrong = taskFields.find((name) => item[name] !== undefined)
  if (wrong) rejectField(`${field}.${wrong}`, `Only tasks have "${wrong}", and this is ${aKind(kind)}.`)
  if (!groupStatuses.includes(status))
    rejectField(`${field}.status`, 'An epic or story is "planned", "active", "complete" or "cancelled".')
  if (kind === 'epic' && parent !== undefined)
    rejectField(`${field}.parent`, 'An epic has no parent. Remove the field.')
  if (kind === 'story' && parent === undefined)
    rejectField(`${field}.parent`, 'A story belongs to an epic. Pass its ref or number.')
}

type FindInPlan = (name: string) => PlanNode | undefined

/** Returns the lookup of items of the plan: by ref, or by title if the title is unique. */
function planNames(nodes: readonly PlanNode[]): FindInPlan {
  const byRef = new Map<string, PlanNode>()
  for (const node of nodes) {
    const { ref } = node.item
    if (ref === undefined) continue
    if (byRef.has(ref)) rejectField(`${node.field}.ref`, `Two items have the ref "${ref}".`)
    byRef.set(ref, node)
  }
  const byTitle = Map.groupBy(nodes, ({ item }) => item.title.toLowerCase())
  return (name) => {
    const titled = byTitle.get(name.toLowerCase()) ?? []
    return byRef.get(name) ?? (titled.length === 1 ? titled[0] : undefined)
  }
}

interface Existing {
  parents: Map<string, ExistingParent>
  tasks: Map<string, LinkedTask>
}

/** Looks up all names that are not in the plan, with one query for parents and one for tasks. */
async function findExisting(
  ctx: InProject,
  nodes: readonly PlanNode[],
  isInPlan: (name: string) => boolean,
): Promise<Existing> {
  const parents = nodes.flatMap(({ item }) => [
    ...(item.parent !== undefined && !isInPlan(item.parent) ? [item.parent] : []),
    ...(item.feature === undefined ? [] : [item.feature]),
  ])
  const tasks = nodes.flatMap(({ item }) => (item.blockedBy ?? []).filter((name) => !isInPlan(name)))
  return { parents: await findExistingParents(ctx, parents), tasks: await lockBlockers(ctx, tasks) }
}

function parentOf(
  { item, field }: PlanNode,
  findInPlan: FindInPlan,
  existing: Existing['parents'],
): PlanNode['parent'] {
  const { kind, parent: name } = item
  if (name === undefined) return null
  const parent = findInPlan(name) ?? existing.get(normalRef(name))
  if (!parent)
    rejectField(
      `${field}.parent`,
      `"${name}" is neither a ref in this call nor an epic, story or feature of this project.`,
    )
  const parentKind = kindOf(parent)
  if (kind === 'story' && parentKind !== 'epic')
    rejectField(`${field}.parent`, `"${name}" is ${aKind(parentKind)}. A story belongs to an epic.`)
  if (kind === 'task' && parentKind !== 'story' && parentKind !== 'feature')
    rejectField(
      `${field}.parent`,
      `"${name}" is ${aKind(parentKind)}. A task belongs to a story or feature. For an epic, add a story in between.`,
    )
  return parent
}

function featureOf({ item, field }: PlanNode, existing: Existing['parents']): ExistingParent | undefined {
  if (item.feature === undefined) return undefined
  const found = existing.get(normalRef(item.feature))
  if (found?.kind === 'feature') return found
  return rejectField(`${field}.feature`, `This project has no feature "${item.feature}".`)
}

function blockersOf(
  node: PlanNode,
  findInPlan: FindInPlan,
  existing: Existing['tasks'],
): PlanNode['blockers'] {
  const blockers = (node.item.blockedBy ?? []).map((name, index) => {
    const field = `${node.field}.blockedBy.${index}`
    const blocker = findInPlan(name) ?? existing.get(normalRef(name))
    if (!blocker) rejectField(field, `"${name}" is neither a ref in this call nor a task that you can see.`)
    if (blocker === node) rejectField(field, 'A task cannot block itself.')
    if ('item' in blocker && blocker.item.kind !== 'task')
      rejectField(field, `"${name}" is ${aKind(blocker.item.kind)}. Only tasks can block a task.`)
    return blocker
  })
  return [...new Set(blockers)]
}

/** Rejects tasks of the plan that wait for each other. Existing tasks can't wait for new ones. */
function rejectCycle(nodes: readonly PlanNode[]): void {
  const done = new Set<PlanNode>()
  const path: PlanNode[] = []
  const visit = (node: PlanNode) => {
    const start = path.indexOf(node)
    if (start !== -1) {
      // The path follows the blockers, and a cycle is shown from a blocker to the task that waits for it.
      const cycle = [...path.slice(start), node].toReversed().map(({ item }) => item.ref ?? item.title)
      reject('dependency_cycle', { cycle: cycle.join(' → ') }, { cycle })
    }
    if (done.has(node)) return
    path.push(node)
    for (const blocker of node.blockers) if ('item' in blocker) visit(blocker)
    path.pop()
    done.add(node)
  }
  for (const node of nodes) visit(node)
}

function parentsFirst(nodes: readonly PlanNode[]): PlanNode[] {
  const ordered = new Set<PlanNode>()
  const add = (node: PlanNode) => {
    if (node.parent && 'item' in node.parent) add(node.parent)
    ordered.add(node)
  }
  for (const node of nodes) add(node)
  return [...ordered]
}

function kindOf(parent: PlanNode | ExistingParent): string {
  return 'item' in parent ? parent.item.kind : parent.kind
}

function aKind(kind: string): string {
  return kind === 'epic' ? 'an epic' : `a ${kind}`
}
