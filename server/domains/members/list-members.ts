import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { organizationItself } from '../../operations/access.ts'
import { roles } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { Member, memberFromRow } from './member.ts'
import { type MemberRow, selectMembers } from './member-row.ts'

const byName: Order = { column: 'lower(u.name)', type: 'text', descending: false }

export const listMembers = operation({
  id: 'members.list',
  summary: 'List who is in the organization, by name, with their roles and teams.',
  http: 'GET /api/organization/members',
  access: organizationItself('member'),
  input: z.object({
    role: z.enum(roles).optional().describe('Only those with this role.'),
    search: z.string().trim().max(100).optional().describe('Part of a name or username.'),
    ...pageInput,
  }),
  output: pageOf(Member),
}).run(async (ctx, { role = null, search = '', ...asked }) => {
  const values: unknown[] = [ctx.organization.id, role, search.toLowerCase()]
  const wanted = { ...asked, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 'u.id', wanted, values)
  const rows = await ctx.db.run<MemberRow>(
    `${selectMembers} and ($2::text is null or m.role = $2)
        and ($3::text = '' or position($3 in lower(u.name)) > 0 or position($3 in u.username) > 0)
        and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    wanted,
    (row) => [row.name_in_order, row.user_id],
    (row) => memberFromRow(ctx, row),
  )
})
