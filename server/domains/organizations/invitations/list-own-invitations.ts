import { z } from 'zod'
import { keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { type SeenInvitation, newestFirst, selectInvitations } from './find-invitation.ts'
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
  const values: unknown[] = [ctx.user.id]
  const sorted = { ...paging, sort: 'newest' }
  const { after, orderAndLimit } = keyset(newestFirst, 'i.id', sorted, values)
  const rows = await ctx.db.run<SeenInvitation>(
    `${selectInvitations}
      where i.status = 'pending' and i.expires_at > now() and ${inviterCanGrant}
        and lower(i.email) = (select lower(email) from users where id = $1 and email_verified_at is not null)
        and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    sorted,
    ({ id }) => [id, id],
    (row) => receivedFromRow(ctx.caller, row),
  )
})
