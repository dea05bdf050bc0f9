import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { pageInput, pageOf } from '../../database/pages.ts'
import { reject } from '../../errors/errors.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { openBlockerKeys } from '../work/dependencies/blockers.ts'
import { countStories } from '../work/epics/count-stories.ts'
import { findGroup } from '../work/items/find-item.ts'
import { progressOf } from '../work/items/progress.ts'
import { type OnProject, type SeenProject, onProject } from './access.ts'
import { projectRef } from './project.ts'
import { type TreeRow, readChildren, readLevelBelow, readTopLevel } from './tree-levels.ts'
import {
  type TreeGroupRow,
  type TreeTaskRow,
  TreeNode,
  epicNode,
  maxTreeItems,
  storyNode,
  taskNode,
} from './tree-node.ts'

export const treeProject = operation({
  id: 'projects.tree',
  summary:
    'Show a level of the tree of a project, page by page: its epics and other tasks, or the items below one.',
  http: 'GET /api/projects/:project/tree',
  shows: ['project', 'epic', 'story', 'task'],
  access: onProject('view'),
  input: z.object({
    project: projectRef,
    below: reference(
      'epic',
      'Epic or story of the project, by number (WEB-3) or id: lists its stories or tasks. Without it: the epics, then the tasks without a story.',
    ).optional(),
    ...pageInput,
  }),
  output: pageOf(TreeNode),
}).run(async (ctx, { below, ...asked }) => {
  const { db, project } = ctx
  const { items, nextCursor } =
    below === undefined
      ? await readTopLevel(db, project.id, asked)
      : await readLevelBelow(db, await groupOf(db, project, below), asked)
  return { items: await withChildren(ctx, items), nextCursor }
})

async function groupOf(db: Queries, { id: project_id, organization_id }: SeenProject, ref: string) {
  const found = await findGroup(db, { project_id, organization_id }, ref)
  return found ?? reject('not_found', { kind: 'epic or story', ref })
}

/**
 * Adds the counts of the groups of a page. Also adds the level below them, and the one below that, as long as the
 * response stays within `maxTreeItems`: a small project needs one request, and a large one never gets a large response.
 */
async function withChildren(ctx: Pick<Context, 'db'> & OnProject, rows: TreeRow[]) {
  const { db } = ctx
  const epics = rows.filter((row) => row.kind === 'epic')
  const epicIds = epics.map(({ id }) => id)
  const [epicProgress, storyCounts] = await Promise.all([
    progressOf(ctx, 'epic', epicIds),
    countStories(db, epicIds, maxTreeItems),
  ])
  let left = maxTreeItems - rows.length
  const below = await childrenWithin<TreeGroupRow>(storyCounts, left, (ids) =>
    readChildren(db, 'story', ids, left),
  )
  left -= below.rows.length
  const stories = [...rows.filter((row) => row.kind === 'story'), ...below.rows]
  const storyProgress = await progressOf(
    ctx,
    'story',
    stories.map(({ id }) => id),
  )
  const taskCounts = new Map([...storyProgress].map(([id, { total }]) => [id, total]))
  const tasks = await childrenWithin<TreeTaskRow>(taskCounts, left, (ids) =>
    readChildren(db, 'task', ids, left),
  )
  const shownTasks = [...rows.filter((row) => row.kind === 'task'), ...tasks.rows]
  const blocked = shownTasks.filter((row) => row.open_blockers > 0).map(({ id }) => id)
  const blockerKeys = await openBlockerKeys(ctx, blocked)

  const toTask = (row: TreeTaskRow) => taskNode(row, blockerKeys.get(row.id) ?? [])
  const toStory = (row: TreeGroupRow) =>
    storyNode(row, {
      progress: storyProgress.get(row.id)!,
      childCount: taskCounts.get(row.id)!,
      children: tasks.of(row.id)?.map(toTask) ?? null,
    })
  return rows.map((row) => {
    if (row.kind === 'task') return toTask(row)
    if (row.kind === 'story') return toStory(row)
    return epicNode(row, {
      progress: epicProgress.get(row.id)!,
      childCount: storyCounts.get(row.id)!,
      children: below.of(row.id)?.map(toStory) ?? null,
    })
  })
}

/** Reads the children of all groups if there are at most `max`. `of` returns those of one group, or null if unread. */
async function childrenWithin<Row extends { parent_id: string | null }>(
  counts: Map<string, number>,
  max: number,
  readAll: (parentIds: string[]) => Promise<Row[] | null>,
) {
  const parents = [...counts].filter(([, count]) => count > 0)
  const total = parents.reduce((sum, [, count]) => sum + count, 0)
  const rows = total > 0 && total <= max ? await readAll(parents.map(([id]) => id)) : null
  const byParent = Map.groupBy(rows ?? [], ({ parent_id }) => parent_id!)
  return {
    rows: rows ?? [],
    of: (id: string) => byParent.get(id) ?? (rows !== null || counts.get(id) === 0 ? [] : null),
  }
}
