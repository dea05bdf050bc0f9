import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { itemRef } from '../../work/items/access.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { findVisibleItem } from '../../work/items/visible-item.ts'
import { type ProjectRight, findProject, inVisibleProjects } from '../../projects/access.ts'
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
  tool: { name: 'list_specs', rare: ['item'] },
  shows: ['spec', 'feature', 'project', 'user'],
  access: inVisibleProjects,
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
  const { visibleProjects: visible, db, caller } = ctx
  const filters: Sql[] = []
  const project = input.project && (await findProject(db, ctx, input.project, false))
  const scope = project ? sql`s.project_id = ${project.id}` : sql`s.organization_id = ${ctx.organization.id}`
  if (input.status) filters.push(sql`s.status = any(${input.status})`)
  if (input.item) {
    const found = await Promise.all(
      itemKindNames.map((kind) => findVisibleItem(db, ctx, itemKinds[kind].table, input.item!)),
    )
    const id = found.find((each) => each !== undefined)
    if (!id) rejectField('item', `The item "${input.item}" doesn't exist, or you can't see it.`)
    filters.push(sql`s.id in (select l.spec_id from spec_links l where l.item_id = ${id})`)
  }
  const conditions = [visible.where, sql`p.deleted_at is null`, scope, sql`s.deleted_at is null`, ...filters]
  const request = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keysetPage(newest, 's.id', request)
  const statement = sql`select ${listedSpec}, ${visible.right} as right
       from ${fromSpecs} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`
  const rows = await db.run<ListedSpecRow & { right: ProjectRight }>(
    filters.length > 0 ? statement.unprepared : statement,
  )
  return page(
    rows,
    request,
    (row) => [row.id, row.id],
    (row) => listedSpecFromRow(row, row.right, caller),
  )
})
