import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { signedIn } from '../../operations/access.ts'
import type { CallingOrganization } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { OrganizationOfUser, publicOrganization } from '../auth/accounts/user.ts'
import { selectOrganizationsOf } from './organizations-of.ts'

const byName: Order = { column: 'lower(o.name)', type: 'text', descending: false }

export const listOrganizations = operation({
  id: 'organizations.list',
  summary: 'List your organizations, sorted by name. A key or token sees only its own organization.',
  http: 'GET /api/organizations',
  access: signedIn,
  withoutSecondFactor: true,
  input: z.object({
    sandboxes: z.boolean().default(false).describe('Whether to include sandboxes.'),
    ...pageInput,
  }),
  output: pageOf(
    OrganizationOfUser.extend({
      current: z.boolean().describe('Whether this is the organization of the request.'),
    }),
  ),
}).run(async (ctx, { sandboxes, ...paging }) => {
  const { caller, user } = ctx
  const currentId = caller.organization?.id ?? null
  const isBound = caller.kind !== 'session'
  const isListed = isBound ? sql`o.id = ${currentId}` : sandboxes ? sql`true` : sql`o.sandbox_of is null`
  const sorted = { ...paging, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 'o.id', sorted)
  const rows = await ctx.db.run<CallingOrganization & { sort_value: string }>(
    sql`select listed.*, lower(listed.name) as sort_value from (${selectOrganizationsOf(user.id)}
        and ${isListed} and ${after} ${orderAndLimit}) listed order by sort_value, listed.id`,
  )
  return page(
    rows,
    sorted,
    (row) => [row.sort_value, row.id],
    (row) => ({ ...publicOrganization(row), current: row.id === currentId }),
  )
})
