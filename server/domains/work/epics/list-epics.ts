import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { groupFilters } from '../items/group.ts'
import { type Counts, joinCounts } from '../items/progress.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { Epic, type EpicRow, epicFromRow } from './epic.ts'

const byPosition: Order = { column: 'e.position', type: 'text', descending: false, unique: true }

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
  const paging = { ...input, sort: 'position' }
  const { after, orderAndLimit } = keysetPage(byPosition, 'e.id', paging)
  const rows = await ctx.db.run<EpicRow & Counts>(
    sql`select e.*, counts.* from epics e ${joinCounts('epics', sql`e.id`)}
      where e.project_id = ${project.id} and e.deleted_at is null ${statusFilter} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    paging,
    (row) => [row.position, row.id],
    (row) => epicFromRow(row, row, project, caller),
  )
})
