import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { createGroup, newGroupFields, groupFilters, groupChangeFields, groupChanges } from '../items/group.ts'
import { noProgress, progressOf, progressOfOne } from '../items/progress.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { Epic, epicFromRow, epicKind, epicRef, type EpicRow } from './epic.ts'
import { onEpic } from './access.ts'
import { type ListOrder, orderByText, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { changeRow } from '../../../operations/rows.ts'
import { positionFields } from '../items/target-position.ts'
import { deleteWithChildren } from '../items/delete-with-children.ts'
import { Deleted } from '../../../operations/deleted.ts'

export const createEpic = operation({
  id: 'epics.create',
  summary: 'Create an epic in a project, to group stories.',
  http: 'POST /api/projects/:project/epics',
  access: onProject('edit'),
  created: true,
  oneStatement: true,
  input: z.object({ project: projectRef, ...newGroupFields }),
  output: Epic,
}).run(async (ctx, { project: _, ...input }) => {
  const row = await createGroup(ctx, epicKind, input)
  return epicFromRow(row, noProgress, ctx.project, ctx.caller)
})

export const getEpic = operation({
  id: 'epics.get',
  summary: 'Show one epic with its progress.',
  http: 'GET /api/projects/:project/epics/:epic',
  shows: ['epic', 'project', 'story', 'task'],
  access: onEpic('view'),
  input: z.object({ project: projectRef, epic: epicRef }),
  output: Epic,
}).run(async (ctx) =>
  epicFromRow(ctx.epic, await progressOfOne(ctx, 'epic', ctx.epic.id), ctx.project, ctx.caller),
)

const byPosition: ListOrder = { ...orderByText('e.position', 'e.id', 'position'), unique: true }

export const listEpics = operation({
  id: 'epics.list',
  summary: 'List the epics of a project in order, with their progress.',
  http: 'GET /api/projects/:project/epics',
  shows: ['epic', 'story', 'task', 'project'],
  access: onProject('view'),
  input: z.object({ project: projectRef, ...groupFilters, ...pageInput }),
  output: pageOf(Epic),
}).run(async (ctx, input) => {
  const { project, caller } = ctx
  const statusFilter = input.status ? sql`and e.status = any(${input.status})` : sql.empty
  const page = await readPage(
    ctx.db,
    input,
    byPosition,
    ({ after, orderAndLimit }) =>
      sql`select e.*, e.position as sort_value from epics e
      where e.project_id = ${project.id} and e.deleted_at is null ${statusFilter} and ${after} ${orderAndLimit}`,
    (row: EpicRow & { sort_value: string }) => row,
  )
  const progress = await progressOf(
    ctx,
    'epic',
    page.items.map(({ id }) => id),
  )
  return {
    ...page,
    items: page.items.map((row) => epicFromRow(row, progress.get(row.id)!, project, caller)),
  }
})

export const updateEpic = operation({
  id: 'epics.update',
  summary: 'Change fields of an epic, or its position. Null clears the due date.',
  http: 'PUT /api/projects/:project/epics/:epic',
  aliases: ['PATCH /api/projects/:project/epics/:epic'],
  access: onEpic('edit'),
  input: z.object({ project: projectRef, epic: epicRef, ...groupChangeFields, ...positionFields('epic') }),
  output: Epic,
}).run(async (ctx, { project: _, epic: __, ...changes }) => {
  const row = await changeRow(ctx, epicKind, ctx.epic, await groupChanges(ctx, 'epics', ctx.epic, changes))
  return epicFromRow(row, await progressOfOne(ctx, 'epic', row.id), ctx.project, ctx.caller)
})

export const deleteEpic = operation({
  id: 'epics.delete',
  summary: 'Move an epic with its stories and their tasks to the trash, restorable for 30 days.',
  http: 'DELETE /api/projects/:project/epics/:epic',
  access: onEpic('edit'),
  destructive: true,
  input: z.object({ project: projectRef, epic: epicRef }),
  output: Deleted,
}).run((ctx) => deleteWithChildren(ctx, epicKind, ctx.epic))
