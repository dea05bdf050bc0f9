import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { challengeTimeout, createChallenge } from './challenge.ts'
import { RequestOptions } from './options.ts'
import { relyingParty } from './relying-party.ts'

export const beginAuthentication = operation({
  id: 'passkeys.beginAuthentication',
  summary: 'Start a sign-in with a passkey. Returns the WebAuthn request options for the browser.',
  http: 'POST /api/auth/passkey/authenticate/begin',
  access: anyone,
  limit: 'network',
  input: z.object({}),
  output: RequestOptions,
}).run(async ({ app, db }) => ({
  challenge: await createChallenge(db, null),
  rpId: relyingParty(app).id,
  timeout: challengeTimeout,
  userVerification: 'required' as const,
}))
