import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { plannedEachTime } from '../../../database/queries.ts'
import { rejectField } from '../../../operations/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { itemRef } from '../../work/items/access.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { seenItem } from '../../work/items/seen-item.ts'
import { type ProjectRight, findProject, visibleProjects } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import {
  ListedSpec,
  type ListedSpecRow,
  fromSpecs,
  listedSpec,
  listedSpecFromRow,
  specFields,
} from './spec.ts'
import { specStatuses } from './tables.ts'

const newest: Order = { column: 's.id', type: 'uuid', descending: true }

export const listSpecs = operation({
  id: 'specs.list',
  summary: 'List specs without their content, newest first.',
  http: 'GET /api/specs',
  tool: 'list_specs',
  rare: ['item'],
  shows: ['spec', 'feature', 'project', 'user'],
  access: visibleProjects,
  input: z.object({
    project: projectRef.optional(),
    status: z
      .array(specFields.status)
      .max(specStatuses.length)
      .optional()
      .describe('Only specs with one of these statuses.'),
    item: itemRef.optional().describe('Only specs linked to this item: its number (WEB-42) or id.'),
    ...pageInput,
  }),
  output: pageOf(ListedSpec),
}).run(async (ctx, input) => {
  const { visible, db, caller } = ctx
  const values: unknown[] = [...visible.values]
  const filters: string[] = []
  const project = input.project && (await findProject(db, ctx, input.project, false))
  const scope = project ? `s.project_id = $${values.push(project.id)}` : 's.organization_id = $1'
  if (input.status) filters.push(`s.status = any($${values.push(input.status)})`)
  if (input.item) {
    const found = await Promise.all(
      itemKindNames.map((kind) => seenItem(db, visible, itemKinds[kind].table, input.item!)),
    )
    const id = found.find((each) => each !== undefined)
    if (!id) rejectField('item', `The item "${input.item}" doesn't exist, or you can't see it.`)
    filters.push(`s.id in (select l.spec_id from spec_links l where l.item_id = $${values.push(id)})`)
  }
  const conditions = [visible.where, 'p.deleted_at is null', scope, 's.deleted_at is null', ...filters]
  const request = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keyset(newest, 's.id', request, values)
  const rows = await db.run<ListedSpecRow & { right: ProjectRight }>(
    `${filters.length > 0 ? plannedEachTime : ''} select ${listedSpec}, ${visible.right} as right
       from ${fromSpecs} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    request,
    (row) => [row.id, row.id],
    (row) => listedSpecFromRow(row, row.right, caller),
  )
})
