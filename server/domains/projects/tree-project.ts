import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { openBlockerKeys } from '../work/dependencies/blockers.ts'
import { type GroupRow, groupStatuses } from '../work/items/group.ts'
import { type Counts, Progress, count, nothingBelow, progressFrom } from '../work/items/progress.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import { assigneeFromRow, Task } from '../work/tasks/task.ts'
import { operation } from '../../operations/operation.ts'
import { may } from '../../operations/may.ts'
import { hasRight, onProject } from './access.ts'
import { projectRef } from './project.ts'

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

const treeGroup = {
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
const TreeStory = z.object({ ...treeGroup, tasks: z.array(TreeTask) })
const TreeEpic = z.object({ ...treeGroup, stories: z.array(TreeStory) })

/** All items of a project without their long texts, sorted and nested below their parents. */
const ProjectTree = z.object({
  project: z.string().describe('Slug of the project.'),
  epics: z.array(TreeEpic),
  tasks: z.array(TreeTask).describe('Tasks without a story.'),
  progress: Progress,
  may: z.object({ edit: z.boolean().describe('Change its items.') }),
})

type Shared = 'id' | 'key' | 'title' | 'labels' | 'due_at' | 'position' | 'version'
interface TaskNode extends Pick<
  TaskRow,
  Shared | 'status' | 'priority' | 'type' | 'estimate' | 'open_blockers' | AssigneeColumns
> {
  kind: 'task'
  parent_id: string | null
  assignee_name: string | null
}
type AssigneeColumns = 'assignee_user_id' | 'assignee_agent_id'
interface GroupNode extends Pick<GroupRow, Shared | 'status'> {
  kind: 'epic' | 'story'
  parent_id: string | null
}

const shared = sql`i.id, i.key, i.title, i.status, i.labels, i.due_at, i.position, i.version`
const noTaskColumns = sql`null::text as priority, null::text as type, null::real as estimate, null::int as open_blockers,
         null::uuid as assignee_user_id, null::uuid as assignee_agent_id, null::text as assignee_name`

/** Reads the whole tree in one query, and the blockers in another. Parents come before their children. */
async function readTree(ctx: Pick<Context, 'db'> & InOrganization, projectId: string) {
  const rows = await ctx.db.run<TaskNode | GroupNode>(
    sql`select 1 as level, 'epic' as kind, null::uuid as parent_id, ${shared}, ${noTaskColumns}
       from epics i where i.project_id = ${projectId} and i.deleted_at is null
     union all
     select 2, 'story', i.epic_id, ${shared}, ${noTaskColumns}
       from stories i where i.project_id = ${projectId} and i.deleted_at is null
     union all
     select 3, 'task', i.story_id, ${shared}, i.priority, i.type, i.estimate, i.open_blockers,
            i.assignee_user_id, i.assignee_agent_id, coalesce(u.name, a.name)
       from tasks i left join users u on u.id = i.assignee_user_id left join agents a on a.id = i.assignee_agent_id
      where i.project_id = ${projectId} and i.deleted_at is null
     order by level, position`,
  )
  const blocked = rows.filter((row) => row.kind === 'task' && row.open_blockers > 0).map(({ id }) => id)
  return buildTree(rows, await openBlockerKeys(ctx, blocked))
}

type Builder<Tree extends { progress: unknown }> = Omit<Tree, 'progress'> & { counts: Counts }
type StoryBuilder = Builder<z.output<typeof TreeStory>> & { epic: EpicBuilder | undefined }
type EpicBuilder = Omit<Builder<z.output<typeof TreeEpic>>, 'stories'> & { stories: StoryBuilder[] }

function buildTree(rows: (TaskNode | GroupNode)[], blockerKeys: Map<string, string[]>) {
  const epics = new Map<string, EpicBuilder>()
  const stories = new Map<string, StoryBuilder>()
  const tasks: z.output<typeof TreeTask>[] = []
  const all = { ...nothingBelow }
  for (const row of rows) {
    if (row.kind === 'task') {
      const story = row.parent_id === null ? undefined : stories.get(row.parent_id)
      const siblings = story?.tasks ?? tasks
      siblings.push(taskNode(row, blockerKeys.get(row.id) ?? []))
      for (const counts of [all, story?.counts, story?.epic?.counts]) if (counts) count(counts, row.status)
    } else if (row.kind === 'story') {
      const epic = epics.get(row.parent_id!)
      const story = { ...groupNode(row), epic, tasks: [] }
      stories.set(row.id, story)
      epic?.stories.push(story)
    } else epics.set(row.id, { ...groupNode(row), stories: [] })
  }
  const builtEpics = [...epics.values()].map(({ counts, stories: below, ...epic }) => ({
    ...epic,
    progress: progressFrom(counts),
    stories: below.map(({ counts: ofStory, epic: _, ...story }) => ({
      ...story,
      progress: progressFrom(ofStory),
    })),
  }))
  return { epics: builtEpics, tasks, progress: progressFrom(all) }
}

function groupNode(row: GroupNode) {
  const { id, key, title, status, labels, position, version } = row
  return { id, key, title, status, labels, dueAt: row.due_at, position, version, counts: { ...nothingBelow } }
}

function taskNode(row: TaskNode, blockedBy: string[]): z.output<typeof TreeTask> {
  return {
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

export const treeProject = operation({
  id: 'projects.tree',
  summary: 'Show the epics, stories and tasks of a project as a tree.',
  http: 'GET /api/projects/:project/tree',
  shows: ['project', 'epic', 'story', 'task'],
  access: onProject('view'),
  input: z.object({ project: projectRef }),
  output: ProjectTree,
}).run(async (ctx) => {
  const { project, caller } = ctx
  return {
    project: project.slug,
    ...(await readTree(ctx, project.id)),
    may: may(caller, { edit: hasRight(project.right, 'edit') }),
  }
})
