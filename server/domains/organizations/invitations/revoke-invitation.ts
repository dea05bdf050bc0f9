import { z } from 'zod'
import { expectVersion } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { givesInvitation } from './access.ts'
import { Invitation, invitationFromRow, invitationRef, requirePending } from './invitation.ts'
import { recordInvitation } from './record-invitation.ts'

export const revokeInvitation = operation({
  id: 'invitations.revoke',
  summary: 'Revoke an invitation. Its link stops working immediately.',
  http: 'DELETE /api/organization/invitations/:invitation',
  access: givesInvitation,
  destructive: true,
  input: z.object({ invitation: invitationRef }),
  output: Invitation,
}).run(async (ctx) => {
  const { invitation } = ctx
  if (invitation.status === 'revoked') return invitationFromRow(ctx, invitation)
  expectVersion(ctx, invitation.version)
  requirePending(invitation)
  await ctx.db.run(
    sql`update invitations set status = 'revoked', version = version + 1, updated_at = now() where id = ${invitation.id}`,
  )
  const revoked = { ...invitation, status: 'revoked' as const, version: invitation.version + 1 }
  recordInvitation(ctx, revoked, 'invitation.revoked')
  return invitationFromRow(ctx, revoked)
})
