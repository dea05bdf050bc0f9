import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findBySecret } from './find-invitation.ts'
import { ReceivedInvitation, mailedSecret, receivedFromRow } from './invitation.ts'

/** A POST, because what comes in an address ends up in logs; and so that no mail scanner answers for a person. */
export const lookInvitation = operation({
  id: 'invitations.look',
  summary: 'Show what an invitation is about, to whoever has the secret from its mail.',
  http: 'POST /api/invitations/look',
  access: anyone,
  limit: 'network',
  input: z.object({ token: mailedSecret }),
  output: ReceivedInvitation,
}).run(async (ctx, { token }) => {
  const invitation = (await findBySecret(ctx.db, token, false)) ?? reject('wrong_invitation')
  return receivedFromRow(ctx.caller, invitation)
})
