import { z } from 'zod'
import { keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { type SeenInvitation, isSentTo, newestFirst, selectInvitations } from './find-invitation.ts'
import { inviterCanGrant } from './grantable-roles.ts'
import { ReceivedInvitation, receivedFromRow } from './invitation.ts'

export const listOwnInvitations = operation({
  id: 'invitations.listOwn',
  summary: "List the caller's pending invitations. Requires a verified email address.",
  http: 'GET /api/invitations',
  shows: ['invitation', 'notification'],
  access: asPerson,
  input: z.object(pageInput),
  output: pageOf(ReceivedInvitation),
}).run(async (ctx, paging) => {
  const sorted = { ...paging, sort: 'newest' }
  const { after, orderAndLimit } = keysetPage(newestFirst, 'i.id', sorted)
  const rows = await ctx.db.run<SeenInvitation>(
    sql`${selectInvitations}
      where i.status = 'pending' and i.expires_at > now() and ${inviterCanGrant}
        and ${isSentTo(ctx.user.id)} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    sorted,
    ({ id }) => [id, id],
    (row) => receivedFromRow(ctx.caller, row),
  )
})
