import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
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
}).run(async (ctx, { role, search, ...paging }) => {
  const sorted = { ...paging, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 'u.id', sorted)
  const rows = await ctx.db.run<MemberRow>(
    sql`${selectMembers(ctx.organization.id)} ${role ? sql`and m.role = ${role}` : sql.empty}
        ${search ? sql`and ${isNamed(search.toLowerCase())}` : sql.empty} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    sorted,
    (row) => [row.name_in_order, row.user_id],
    (row) => memberFromRow(ctx, row),
  )
})

function isNamed(part: string): Sql {
  return sql`(position(${part} in lower(u.name)) > 0 or position(${part} in u.username) > 0)`
}
