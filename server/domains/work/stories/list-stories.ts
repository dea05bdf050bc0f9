import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { onEpic } from '../epics/access.ts'
import { epicRef } from '../epics/epic.ts'
import { groupFilters } from '../items/group.ts'
import { type Counts, joinCounts } from '../items/progress.ts'
import { projectRef } from '../../projects/project.ts'
import { Story, type StoryRow, storyFromRow } from './story.ts'

const inOrder: Order = { column: 's.position', type: 'text', descending: false, unique: true }

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
  const request = { ...input, sort: 'position' }
  const { after, orderAndLimit } = keysetPage(inOrder, 's.id', request)
  const rows = await ctx.db.run<StoryRow & Counts>(
    sql`select s.*, counts.* from stories s ${joinCounts('stories', sql`s.id`)}
      where s.epic_id = ${ctx.epic.id} and s.deleted_at is null ${statusFilter} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    request,
    (row) => [row.position, row.id],
    (row) => storyFromRow(row, row, ctx, ctx.caller),
  )
})
