import { z } from 'zod'
import { keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { seesInvitations } from './access.ts'
import { type SeenInvitation, newestFirst, selectInvitations } from './find-invitation.ts'
import { Invitation, invitationFromRow } from './invitation.ts'
import { type InvitationStatus, invitationStatuses } from './tables.ts'

export const listInvitations = operation({
  id: 'invitations.list',
  summary: 'List the invitations of the organization, the newest first.',
  http: 'GET /api/organization/invitations',
  access: seesInvitations,
  input: z.object({
    status: z.enum(invitationStatuses).optional().describe('Only those with this status.'),
    ...pageInput,
  }),
  output: pageOf(Invitation),
}).run(async (ctx, { status, ...asked }) => {
  const values = [...ctx.visible.values]
  const wanted = { ...asked, sort: 'newest' }
  const { after, orderAndLimit } = keyset(newestFirst, 'i.id', wanted, values)
  const rows = await ctx.db.run<SeenInvitation>(
    `${selectInvitations} where ${ctx.visible.where} and ${status ? having[status] : 'true'} and ${after}
      ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    wanted,
    ({ id }) => [id, id],
    (row) => invitationFromRow(ctx, row),
  )
})

const having: Record<InvitationStatus, string> = {
  pending: `i.status = 'pending' and i.expires_at > now()`,
  expired: `i.status = 'pending' and i.expires_at <= now()`,
  accepted: `i.status = 'accepted'`,
  declined: `i.status = 'declined'`,
  revoked: `i.status = 'revoked'`,
}
