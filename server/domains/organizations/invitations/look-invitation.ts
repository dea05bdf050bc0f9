import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { findBySecret } from './find-invitation.ts'
import { ReceivedInvitation, mailedSecret, receivedFromRow } from './invitation.ts'

/** Shows an invitation. Uses POST to keep the secret out of URLs and logs, and out of reach of email link scanners. */
export const lookInvitation = operation({
  id: 'invitations.look',
  summary: 'Show an invitation by the secret from its email.',
  http: 'POST /api/invitations/look',
  access: anyone,
  limit: 'network',
  input: z.object({ token: mailedSecret }),
  output: ReceivedInvitation,
}).run(async (ctx, { token }) => {
  const invitation = (await findBySecret(ctx.db, token, false)) ?? reject('wrong_invitation')
  return receivedFromRow(ctx.caller, invitation)
})
