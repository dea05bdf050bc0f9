import { type Order, keyset, page } from '../../../database/pages.ts'
import type { Context } from '../../../operations/context.ts'
import type { OnTeam } from '../access.ts'
import { type ShownMember, fromTeamMembers, memberFromRow, shownMember } from './team-member.ts'

const byName: Order = { column: 'lower(u.name)', type: 'text', descending: false }

/** Returns a page of the members of a team, by name. */
export async function membersOfTeam(
  ctx: Context & OnTeam,
  input: { limit: number; cursor?: string | undefined },
) {
  const values: unknown[] = [ctx.team.id]
  const request = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 'u.id', request, values)
  const rows = await ctx.db.run<ShownMember & { sort_value: string }>(
    `select ${shownMember}, lower(u.name) as sort_value from ${fromTeamMembers}
      where m.team_id = $1 and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    request,
    (row) => [row.sort_value, row.user_id],
    (row) => memberFromRow(ctx, row),
  )
}
