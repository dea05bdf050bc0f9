import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
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
  const values: unknown[] = [project.id]
  const statusFilter = input.status ? `and e.status = any($${values.push(input.status)})` : ''
  const paging = { ...input, sort: 'position' }
  const { after, orderAndLimit } = keyset(byPosition, 'e.id', paging, values)
  const rows = await ctx.db.run<EpicRow & Counts>(
    `select e.*, counts.* from epics e ${joinCounts('epics', 'e.id')}
      where e.project_id = $1 and e.deleted_at is null ${statusFilter} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    paging,
    (row) => [row.position, row.id],
    (row) => epicFromRow(row, row, project, caller),
  )
})
