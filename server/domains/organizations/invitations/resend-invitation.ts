import { z } from 'zod'
import { expectVersion } from '../../../database/rows.ts'
import { sql } from '../../../database/sql.ts'
import { lifetimes } from '../../../email/lifetimes.ts'
import { operation } from '../../../operations/operation.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { hashSecret } from '../../auth/accounts/email-tokens.ts'
import { addressOf } from '../../auth/accounts/user.ts'
import { requireRoom } from '../plans.ts'
import { givesInvitation } from './access.ts'
import { findInvitation } from './find-invitation.ts'
import { Invitation, invitationFromRow, invitationRef, requirePending } from './invitation.ts'
import { limitEmails } from './limit-emails.ts'
import { recordInvitation } from './record-invitation.ts'
import { emailInvitation } from './send-invitation.ts'

/** Sends an invitation again. The caller becomes its inviter, so it works even if the first inviter lost the right. */
export const resendInvitation = operation({
  id: 'invitations.resend',
  summary: 'Send an invitation again with a new link and a new expiry. The old link stops working.',
  http: 'POST /api/organization/invitations/:invitation/resend',
  access: givesInvitation,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({ invitation: invitationRef }),
  output: Invitation,
  prepare: (context) => limitEmails(context, context.invitation.email),
}).run(async (ctx) => {
  const { db, invitation: before } = ctx
  expectVersion(ctx, before.version)
  requirePending(before)
  // A pending invitation counts as a member. An expired one does not, so the limit is checked again.
  if (before.status === 'expired') await requireRoom(db, before.organization_id, 'members')
  const secret = randomSecret()
  await db.run(
    sql`update invitations set hash = ${hashSecret(secret)}, invited_by = ${ctx.user.id}, expires_at = now() + ${lifetimes.invitation} * interval '1 minute',
            version = version + 1, updated_at = now()
      where id = ${before.id}`,
  )
  const invitation = (await findInvitation(db, sql`i.id = ${before.id}`, false))!
  recordInvitation(ctx, invitation, 'invitation.resent')
  await emailInvitation(ctx, invitation, secret)
  return invitationFromRow(ctx, invitation)
})
