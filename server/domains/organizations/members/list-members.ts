import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { organizationItself } from '../../../operations/access.ts'
import { roles } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { Member, memberFromRow } from './member.ts'
import { type MemberRow, selectMembers } from './member-row.ts'

const byName: Order = { column: 'lower(u.name)', type: 'text', descending: false }

export const listMembers = operation({
  id: 'members.list',
  summary: 'List the members of the organization with their roles and teams, sorted by name.',
  http: 'GET /api/organization/members',
  shows: ['member', 'team', 'team_member', 'user'],
  access: organizationItself('member'),
  input: z.object({
    role: z.enum(roles).optional().describe('Role to filter by.'),
    search: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Part of a name or username to filter by. Case-insensitive.'),
    ...pageInput,
  }),
  output: pageOf(Member),
}).run(async (ctx, { role = null, search = '', ...paging }) => {
  const values: unknown[] = [ctx.organization.id, role, search.toLowerCase()]
  const sorted = { ...paging, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 'u.id', sorted, values)
  const rows = await ctx.db.run<MemberRow>(
    `${selectMembers} and ($2::text is null or m.role = $2)
        and ($3::text = '' or position($3 in lower(u.name)) > 0 or position($3 in u.username) > 0)
        and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    sorted,
    (row) => [row.name_in_order, row.user_id],
    (row) => memberFromRow(ctx, row),
  )
})
