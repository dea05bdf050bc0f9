import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { type SeenProject, visibleProjects } from './access.ts'
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
  tool: 'list_projects',
  hint: 'For details, use get_project.',
  rare: ['sort'],
  brief: { archived: 'Instead of active ones.' },
  shows: ['project', 'team', 'team_member'],
  access: visibleProjects,
  input: z.object({
    archived: z.boolean().default(false).describe('List archived projects instead of active ones.'),
    sort: z.enum(['-createdAt', 'createdAt', 'name']).default('-createdAt').describe('Sort order.'),
    ...pageInput,
  }),
  output: pageOf(ListedProject),
}).run(async (ctx, input) => {
  const values = [...ctx.visible.values]
  const order = orders[input.sort]
  const { after, orderAndLimit } = keyset(order, 'p.id', input, values)
  const rows = await ctx.db.run<SeenProject & { sort_value: string }>(
    `select p.*, ${ctx.visible.right} as right, (${order.column})::text as sort_value from projects p
      where ${ctx.visible.where} and p.deleted_at is null
        and p.archived_at is ${input.archived ? 'not null' : 'null'} and ${after}
      ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    input,
    (row) => [row.sort_value, row.id],
    (row) => listedProjectFromRow(row, ctx.caller),
  )
})
