import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { instanceName } from '../../../email/instance-name.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { challengeTimeout, createChallenge } from './challenge.ts'
import { CreationOptions } from './options.ts'
import { type PasskeyRow, requireRoom } from './passkey.ts'
import { algorithms, relyingParty, userHandle } from './relying-party.ts'

export const beginRegistration = operation({
  id: 'passkeys.beginRegistration',
  summary: 'Start adding a passkey. Returns the WebAuthn creation options for the browser.',
  http: 'POST /api/auth/passkey/register/begin',
  access: asPersonRecently,
  withoutSecondFactor: true,
  input: z.object({}),
  output: CreationOptions,
}).run(async ({ app, db, user }) => {
  const existing = await db.run<PasskeyRow>(sql`select * from passkeys where user_id = ${user.id}`)
  requireRoom(existing.length)
  return {
    challenge: await createChallenge(db, user.id),
    rp: { id: relyingParty(app).id, name: await instanceName(db) },
    user: { id: userHandle(user.id), name: user.email, displayName: user.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeTimeout,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      type: 'public-key' as const,
      id: credential_id,
      transports,
    })),
    // A discoverable passkey signs in without a username. User verification makes it count as two factors.
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
})
