import { z } from 'zod'
import { keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { seesInvitations } from './access.ts'
import { type SeenInvitation, newestFirst, selectInvitations } from './find-invitation.ts'
import { Invitation, invitationFromRow } from './invitation.ts'
import { type InvitationStatus, invitationStatuses } from './tables.ts'

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
  const sorted = { ...paging, sort: 'newest' }
  const { after, orderAndLimit } = keysetPage(newestFirst, 'i.id', sorted)
  const rows = await ctx.db.run<SeenInvitation>(
    sql`${selectInvitations} where ${ctx.visible.where} and ${status ? statusConditions[status] : sql`true`}
        and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    sorted,
    ({ id }) => [id, id],
    (row) => invitationFromRow(ctx, row),
  )
})

const statusConditions: Record<InvitationStatus, Sql> = {
  pending: sql`i.status = 'pending' and i.expires_at > now()`,
  expired: sql`i.status = 'pending' and i.expires_at <= now()`,
  accepted: sql`i.status = 'accepted'`,
  declined: sql`i.status = 'declined'`,
  revoked: sql`i.status = 'revoked'`,
}
