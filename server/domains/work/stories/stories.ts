import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onEpic } from '../epics/access.ts'
import { epicRef, type EpicRow } from '../epics/epic.ts'
import { createGroup, newGroupFields, groupFilters, groupChangeFields, groupChanges } from '../items/group.ts'
import { noProgress, progressOf, progressOfOne } from '../items/progress.ts'
import { projectRef } from '../../projects/project.ts'
import { Story, storyFromRow, storyKind, storyRef, type StoryRow } from './story.ts'
import { onStory } from './access.ts'
import { type ListOrder, orderByText, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { changeRow } from '../../../operations/rows.ts'
import { namedItem } from '../items/find-item.ts'
import { positionFields } from '../items/target-position.ts'
import { deleteWithChildren } from '../items/delete-with-children.ts'
import { Deleted } from '../../../operations/deleted.ts'

export const createStory = operation({
  id: 'stories.create',
  summary: 'Create a story in an epic: a user-visible result of several tasks.',
  http: 'POST /api/projects/:project/epics/:epic/stories',
  access: onEpic('edit'),
  created: true,
  oneStatement: true,
  input: z.object({ project: projectRef, epic: epicRef, ...newGroupFields }),
  output: Story,
}).run(async (ctx, { project: _, epic: __, ...input }) => {
  const row = await createGroup(ctx, storyKind, input, { epicId: ctx.epic.id })
  return storyFromRow(row, noProgress, ctx, ctx.caller)
})

export const getStory = operation({
  id: 'stories.get',
  summary: 'Get a story with its progress.',
  http: 'GET /api/projects/:project/epics/:epic/stories/:story',
  shows: ['story', 'epic', 'project', 'task'],
  access: onStory('view'),
  input: z.object({ project: projectRef, epic: epicRef, story: storyRef }),
  output: Story,
}).run(async (ctx) =>
  storyFromRow(ctx.story, await progressOfOne(ctx, 'story', ctx.story.id), ctx, ctx.caller),
)

const inOrder: ListOrder = { ...orderByText('s.position', 's.id', 'position'), unique: true }

export const listStories = operation({
  id: 'stories.list',
  summary: 'List the stories of an epic in order, with their progress.',
  http: 'GET /api/projects/:project/epics/:epic/stories',
  shows: ['story', 'epic', 'task', 'project'],
  access: onEpic('view'),
  input: z.object({ project: projectRef, epic: epicRef, ...groupFilters, ...pageInput }),
  output: pageOf(Story),
}).run(async (ctx, input) => {
  const statusFilter = input.status ? sql`and s.status = any(${input.status})` : sql.empty
  const page = await readPage(
    ctx.db,
    input,
    inOrder,
    ({ after, orderAndLimit }) =>
      sql`select s.*, s.position as sort_value from stories s
      where s.epic_id = ${ctx.epic.id} and s.deleted_at is null ${statusFilter} and ${after} ${orderAndLimit}`,
    (row: StoryRow & { sort_value: string }) => row,
  )
  const progress = await progressOf(
    ctx,
    'story',
    page.items.map(({ id }) => id),
  )
  return {
    ...page,
    items: page.items.map((row) => storyFromRow(row, progress.get(row.id)!, ctx, ctx.caller)),
  }
})

export const updateStory = operation({
  id: 'stories.update',
  summary: 'Update a story, or move it within its epic or to another one. Null clears its due date.',
  http: 'PUT /api/projects/:project/epics/:epic/stories/:story',
  aliases: ['PATCH /api/projects/:project/epics/:epic/stories/:story'],
  access: onStory('edit'),
  input: z.object({
    project: projectRef,
    epic: epicRef,
    story: storyRef,
    ...groupChangeFields,
    moveTo: epicRef.optional().describe('Epic of the same project to move it to.'),
    ...positionFields('story'),
  }),
  output: Story,
}).run(async (ctx, { project: _, epic: __, story: ___, moveTo, ...input }) => {
  const { story } = ctx
  const epic =
    moveTo === undefined
      ? ctx.epic
      : await namedItem<EpicRow>(ctx.db, 'epics', story, { field: 'moveTo', ref: moveTo, hold: true })
  const set = { ...(await groupChanges(ctx, 'stories', story, input)), epic_id: epic.id }
  const row = await changeRow(ctx, storyKind, story, set)
  const parents = { project: ctx.project, epic }
  return storyFromRow(row, await progressOfOne(ctx, 'story', row.id), parents, ctx.caller)
})

export const deleteStory = operation({
  id: 'stories.delete',
  summary: 'Move a story and its tasks to the trash for 30 days.',
  http: 'DELETE /api/projects/:project/epics/:epic/stories/:story',
  access: onStory('edit'),
  destructive: true,
  input: z.object({ project: projectRef, epic: epicRef, story: storyRef }),
  output: Deleted,
}).run((ctx) => deleteWithChildren(ctx, storyKind, ctx.story))
