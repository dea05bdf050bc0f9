import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { type SeenProject, inVisibleProjects } from './access.ts'
import { ListedProject, listedProjectFromRow } from './project.ts'

const orders = {
  '-createdAt': { column: 'p.created_at', type: 'timestamptz', descending: true },
  createdAt: { column: 'p.created_at', type: 'timestamptz', descending: false },
  name: { column: 'lower(p.name)', type: 'text', descending: false },
} as const satisfies Record<string, Order>

export const listProjects = operation({
  id: 'projects.list',
  summary: 'List the projects that you can see, newest first.',
  http: 'GET /api/projects',
  tool: {
    name: 'list_projects',
    hint: 'For details, use get_project.',
    rare: ['sort'],
    brief: { archived: 'True: only archived ones.' },
  },
  shows: ['project', 'team', 'team_member'],
  access: inVisibleProjects,
  input: z.object({
    archived: z.boolean().default(false).describe('List archived projects instead of active ones.'),
    sort: z.enum(['-createdAt', 'createdAt', 'name']).default('-createdAt').describe('Sort order.'),
    ...pageInput,
  }),
  output: pageOf(ListedProject),
}).run(async (ctx, input) => {
  const { where, right } = ctx.visibleProjects
  const order = orders[input.sort]
  const { after, orderAndLimit } = keysetPage(order, 'p.id', input)
  const rows = await ctx.db.run<SeenProject & { sort_value: string }>(
    sql`select p.*, ${right} as right, (${sql.raw(order.column)})::text as sort_value from projects p
      where ${where} and p.deleted_at is null
        and p.archived_at is ${input.archived ? sql`not null` : sql`null`} and ${after}
      ${orderAndLimit}`,
  )
  return page(
    rows,
    input,
    (row) => [row.sort_value, row.id],
    (row) => listedProjectFromRow(row, ctx.caller),
  )
})
