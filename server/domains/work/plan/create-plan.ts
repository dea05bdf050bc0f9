import type { Context } from '../../../operations/context.ts'
import type { OnProject } from '../../projects/access.ts'
import { linkNewTasks } from '../dependencies/link-new-tasks.ts'
import type { JournaledTask } from '../dependencies/links.ts'
import { epicKind } from '../epics/epic.ts'
import { type NewGroup, createGroup } from '../items/group.ts'
import { storyKind } from '../stories/story.ts'
import { type NewTask, insertTaskRow, requireUnarchived } from '../tasks/insert-task.ts'
import { noParents } from '../tasks/parents.ts'
import type { ExistingParent } from './find-existing.ts'
import type { PlanItem, PlannedItem } from './plan-item.ts'
import { type PlanNode, resolvePlan } from './resolve-plan.ts'

type InProject = Context & OnProject

interface PlanOptions {
  /** The feature of tasks that name no other. */
  feature?: ExistingParent
  dryRun?: boolean
}

/**
 * Creates the epics, stories and tasks of a plan with their links, in the order of the input. The caller must have locked
 * the project, so that the numbers are consecutive. A dry run checks everything and predicts the numbers.
 */
export async function createPlan(
  ctx: InProject,
  items: readonly PlanItem[],
  { feature, dryRun = false }: PlanOptions = {},
): Promise<PlannedItem[]> {
  requireUnarchived(ctx)
  const nodes = await resolvePlan(ctx, items, feature)
  const created = dryRun
    ? nodes.map((node, index) => predicted(ctx, node, index))
    : // Sent together, run in order.
      await Promise.all(nodes.map((node) => insertNode(ctx, node)))
  const rows = new Map(nodes.map((node, index) => [node, created[index]!]))
  const rowOf = (blocker: PlanNode['blockers'][number]) => ('item' in blocker ? rows.get(blocker)! : blocker)
  const keyOf = (parent: PlanNode | ExistingParent) => ('item' in parent ? rows.get(parent)!.key : parent.key)
  if (!dryRun)
    await linkNewTasks(
      ctx,
      nodes.flatMap((node) =>
        node.blockers.map((blocker) => ({ blocker: rowOf(blocker), blocked: rows.get(node)! })),
      ),
    )
  const inInputOrder = new Map(nodes.map((node) => [node.item, node]))
  return items.map((item) => {
    const node = inInputOrder.get(item)!
    const parent = node.parent ?? node.feature
    return {
      kind: item.kind,
      key: rows.get(node)!.key,
      ref: item.ref ?? null,
      title: item.title,
      parent: parent && keyOf(parent),
      blockedBy: node.blockers.map((blocker) => rowOf(blocker).key),
    }
  })
}

function predicted({ project }: InProject, { id }: PlanNode, index: number): JournaledTask {
  const key = `${project.key}-${project.last_number + index + 1}`
  return { id, key, organization_id: project.organization_id, project_id: project.id, version: 1 }
}

function insertNode(ctx: InProject, node: PlanNode): Promise<JournaledTask> {
  const { id, item, parent } = node
  if (item.kind === 'epic') return createGroup(ctx, epicKind, newGroup(item), { id })
  if (item.kind === 'story') return createGroup(ctx, storyKind, newGroup(item), { id, epicId: parent!.id })
  const isFeature = parent !== null && 'kind' in parent && parent.kind === 'feature'
  const story_id = parent === null || isFeature ? null : parent.id
  const feature_id = isFeature ? parent.id : (node.feature?.id ?? null)
  const parents = { ...noParents, story_id, feature_id }
  return insertTaskRow(ctx, newTask(item, parents), { assignee: node.assignee, parents }, id)
}

function newGroup({ title, description = '', status, labels = [], dueAt }: PlanItem): NewGroup {
  return { title, description, status: (status ?? 'planned') as NewGroup['status'], labels, dueAt }
}

function newTask(
  item: PlanItem,
  { story_id, feature_id }: { story_id: string | null; feature_id: string | null },
): NewTask {
  const { title, description = '', status, priority = 'none', type = 'task', labels = [] } = item
  const { estimate, dueAt, assignee } = item
  return {
    title,
    description,
    status: (status ?? 'todo') as NewTask['status'],
    priority,
    type,
    labels,
    estimate,
    dueAt,
    assignee,
    story: story_id ?? undefined,
    feature: feature_id ?? undefined,
  }
}
