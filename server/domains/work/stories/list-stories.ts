import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
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
  const values: unknown[] = [ctx.epic.id]
  const statusFilter = input.status ? `and s.status = any($${values.push(input.status)})` : ''
  const request = { ...input, sort: 'position' }
  const { after, orderAndLimit } = keyset(inOrder, 's.id', request, values)
  const rows = await ctx.db.run<StoryRow & Counts>(
    `select s.*, counts.* from stories s ${joinCounts('stories', 's.id')}
      where s.epic_id = $1 and s.deleted_at is null ${statusFilter} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    request,
    (row) => [row.position, row.id],
    (row) => storyFromRow(row, row, ctx, ctx.caller),
  )
})
