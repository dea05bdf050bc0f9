import { type Order, keysetPage, page } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import type { OnTeam } from '../access.ts'
import { type ShownMember, fromTeamMembers, memberFromRow, shownMember } from './team-member.ts'

const byName: Order = { column: 'lower(u.name)', type: 'text', descending: false }

/** Returns a page of the members of a team, by name. */
export async function membersOfTeam(
  ctx: Context & OnTeam,
  input: { limit: number; cursor?: string | undefined },
) {
  const request = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 'u.id', request)
  const rows = await ctx.db.run<ShownMember & { sort_value: string }>(
    sql`select ${shownMember}, lower(u.name) as sort_value from ${fromTeamMembers}
      where m.team_id = ${ctx.team.id} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    request,
    (row) => [row.sort_value, row.user_id],
    (row) => memberFromRow(ctx, row),
  )
}
