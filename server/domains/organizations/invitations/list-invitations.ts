import { z } from 'zod'
import { keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { seesInvitations } from './access.ts'
import { type SeenInvitation, newestFirst, selectInvitations } from './find-invitation.ts'
import { Invitation, type InvitationStatus, invitationFromRow, invitationStatuses } from './invitation.ts'

export const listInvitations = operation({
  id: 'invitations.list',
  summary: 'List the invitations of the organization, newest first.',
  http: 'GET /api/organization/invitations',
  access: seesInvitations,
  input: z.object({
    status: z.enum(invitationStatuses).optional().describe('Status to filter by.'),
    ...pageInput,
  }),
  output: pageOf(Invitation),
}).run(async (ctx, { status, ...paging }) => {
  const values = [...ctx.visible.values]
  const sorted = { ...paging, sort: 'newest' }
  const { after, orderAndLimit } = keyset(newestFirst, 'i.id', sorted, values)
  const rows = await ctx.db.run<SeenInvitation>(
    `${selectInvitations} where ${ctx.visible.where} and ${status ? statusConditions[status] : 'true'} and ${after}
      ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    sorted,
    ({ id }) => [id, id],
    (row) => invitationFromRow(ctx, row),
  )
})

const statusConditions: Record<InvitationStatus, string> = {
  pending: `i.status = 'pending' and i.expires_at > now()`,
  expired: `i.status = 'pending' and i.expires_at <= now()`,
  accepted: `i.status = 'accepted'`,
  declined: `i.status = 'declined'`,
  revoked: `i.status = 'revoked'`,
}
