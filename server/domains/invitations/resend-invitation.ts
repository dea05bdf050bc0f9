import { z } from 'zod'
import { expectVersion } from '../../database/rows.ts'
import { lifetimes } from '../../email/lifetimes.ts'
import { operation } from '../../operations/operation.ts'
import { randomSecret } from '../../platform/ids.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { addressOf } from '../accounts/user.ts'
import { requireRoom } from '../organizations/plans.ts'
import { givesInvitation } from './access.ts'
import { findInvitation } from './find-invitation.ts'
import { Invitation, invitationFromRow, invitationRef, requirePending } from './invitation.ts'
import { limitEmails } from './limit-emails.ts'
import { recordInvitation } from './record-invitation.ts'
import { mailInvitation } from './send-invitation.ts'

/** From then on it is theirs who sent it again: if whoever sent it first may give it no longer, it works once more. */
export const resendInvitation = operation({
  id: 'invitations.resend',
  summary: 'Mail an invitation again: with a new link and all its time, and the old link is dead.',
  http: 'POST /api/organization/invitations/:invitation/resend',
  access: givesInvitation,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({ invitation: invitationRef }),
  output: Invitation,
  prepare: (asking) => limitEmails(asking, asking.invitation.email),
}).run(async (ctx) => {
  const { db, invitation: before } = ctx
  expectVersion(ctx, before.version)
  requirePending(before)
  // While it waits it counts as a member, and after that no longer.
  if (before.status === 'expired') await requireRoom(db, before.organization_id, 'members')
  const secret = randomSecret()
  await db.run(
    `update invitations set hash = $2, invited_by = $3, expires_at = now() + $4 * interval '1 minute',
            version = version + 1, updated_at = now()
      where id = $1`,
    [before.id, hashSecret(secret), ctx.user.id, lifetimes.invitation],
  )
  const invitation = (await findInvitation(db, 'i.id = $1', [before.id], false))!
  recordInvitation(ctx, invitation, 'invitation.resent')
  await mailInvitation(ctx, invitation, secret)
  return invitationFromRow(ctx, invitation)
})
