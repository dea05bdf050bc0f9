import { z } from 'zod'
import { type GroupRow, groupStatuses } from '../work/items/group.ts'
import { Progress } from '../work/items/progress.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import { Task, assigneeFromRow } from '../work/tasks/task.ts'

/* The items of a tree, without their long texts. */

const TreeTask = Task.pick({
  id: true,
  key: true,
  title: true,
  status: true,
  priority: true,
  type: true,
  labels: true,
  estimate: true,
  dueAt: true,
  assignee: true,
  openBlockers: true,
  blockedBy: true,
  position: true,
  version: true,
})
  .extend({ kind: z.literal('task') })
  .meta({ id: 'TreeTask' })

/** The most items of a response, and the most children of an epic that are counted. */
export const maxTreeItems = 500

const group = {
  id: z.uuid(),
  key: z.string(),
  title: z.string(),
  status: z.enum(groupStatuses),
  labels: z.array(z.string()),
  dueAt: z.iso.datetime().nullable(),
  position: z.string(),
  version: z.int(),
  progress: Progress,
}

const notIncluded = 'Null if they are not included: pass its key as "below" to list them.'

const TreeStory = z
  .object({
    kind: z.literal('story'),
    ...group,
    childCount: z.int().describe('Number of its tasks.'),
    children: z.array(TreeTask).nullable().describe(`All its tasks in order. ${notIncluded}`),
  })
  .meta({ id: 'TreeStory' })

const TreeEpic = z
  .object({
    kind: z.literal('epic'),
    ...group,
    childCount: z.int().describe(`Number of its stories. ${maxTreeItems} stands for that many or more.`),
    children: z.array(TreeStory).nullable().describe(`All its stories in order. ${notIncluded}`),
  })
  .meta({ id: 'TreeEpic' })

export const TreeNode = z.discriminatedUnion('kind', [TreeEpic, TreeStory, TreeTask])

type EpicNode = z.output<typeof TreeEpic>
type StoryNode = z.output<typeof TreeStory>
type TaskNode = z.output<typeof TreeTask>

type Shared = 'id' | 'key' | 'title' | 'labels' | 'due_at' | 'position' | 'version'

export interface TreeGroupRow extends Pick<GroupRow, Shared | 'status'> {
  parent_id: string | null
}

export interface TreeTaskRow extends Pick<
  TaskRow,
  | Shared
  | 'status'
  | 'priority'
  | 'type'
  | 'estimate'
  | 'open_blockers'
  | 'assignee_user_id'
  | 'assignee_agent_id'
> {
  parent_id: string | null
  assignee_name: string | null
}

type GroupValues<Node extends EpicNode | StoryNode> = Pick<Node, 'progress' | 'childCount' | 'children'>

export function epicNode(row: TreeGroupRow, values: GroupValues<EpicNode>): EpicNode {
  return { kind: 'epic', ...groupFields(row), ...values }
}

export function storyNode(row: TreeGroupRow, values: GroupValues<StoryNode>): StoryNode {
  return { kind: 'story', ...groupFields(row), ...values }
}

function groupFields({ id, key, title, status, labels, due_at: dueAt, position, version }: TreeGroupRow) {
  return { id, key, title, status, labels, dueAt, position, version }
}

export function taskNode(row: TreeTaskRow, blockedBy: string[]): TaskNode {
  return {
    kind: 'task',
    id: row.id,
    key: row.key,
    title: row.title,
    status: row.status,
    priority: row.priority,
    type: row.type,
    labels: row.labels,
    estimate: row.estimate,
    dueAt: row.due_at,
    assignee: assigneeFromRow(row),
    openBlockers: row.open_blockers,
    blockedBy,
    position: row.position,
    version: row.version,
  }
}
