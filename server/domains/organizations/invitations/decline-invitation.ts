import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { respondsBySecret } from './access.ts'
import { decline } from './answer.ts'
import { invitationRef, mailedSecret } from './invitation.ts'

export const declineInvitation = operation({
  id: 'invitations.decline',
  summary: 'Decline an invitation. Works with or without an account.',
  http: 'POST /api/invitations/:invitation/decline',
  access: respondsBySecret,
  limit: 'network',
  input: z.object({
    invitation: invitationRef,
    token: mailedSecret
      .optional()
      .describe('Secret from the link in the email. Optional if you are signed in with the invited address.'),
  }),
  output: z.object({ id: z.uuid(), status: z.literal('declined') }),
}).run(async (ctx) => {
  await decline(ctx, ctx.invitation)
  return { id: ctx.invitation.id, status: 'declined' as const }
})
