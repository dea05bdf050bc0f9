import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { instanceName } from '../../../email/wording.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { challengeTimeout, createChallenge, consumeChallenge } from './challenge.ts'
import { CreationOptions, CreatedCredential } from './webauthn-schemas.ts'
import { type PasskeyRow, requireRoom, Passkey, fromRow, passkeyName } from './passkey.ts'
import { algorithms, relyingParty, userHandle, verifyCreated } from './verify.ts'
import { appLink } from '../../../email/app-link.ts'
import { passkeyAdded } from '../../../email/notices.ts'
import { notify } from '../../../email/queue-email.ts'
import { rejectField } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { deviceName } from '../../../platform/device-name.ts'
import { callingPerson, recordOwn } from '../../../operations/record-own.ts'

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

export const finishRegistration = operation({
  id: 'passkeys.finishRegistration',
  summary: 'Add the passkey that an authenticator created, as a sign-in method of the account.',
  http: 'POST /api/auth/passkey/register/finish',
  access: asPersonRecently,
  withoutSecondFactor: true,
  created: true,
  input: z.object({
    name: passkeyName.optional().describe('Display name. Default: the browser and operating system.'),
    response: CreatedCredential,
  }),
  output: Passkey,
  async prepare(context, { response }) {
    const { app, user } = context
    const challenge = await consumeChallenge(app.database, response.response.clientDataJSON, user.id)
    const credential = challenge && (await verifyCreated(context, response, challenge))
    return { credential: credential || rejectResponse() }
  },
}).run(async (ctx, { name = deviceName(ctx.request.userAgent), response }) => {
  const { user, db, credential } = ctx
  // Serializes concurrent additions, so that the limit holds.
  await db.run(sql`select 1 from users where id = ${user.id} for no key update`)
  const [existing] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from passkeys where user_id = ${user.id}`,
  )
  requireRoom(existing!.count)
  const [row] = await db.run<PasskeyRow>(
    sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name)
     values (${newId()}, ${user.id}, ${credential.credentialId}, ${credential.publicKey}, ${credential.counter},
       ${response.response.transports}, ${credential.synced}, ${name}) on conflict (credential_id) do nothing
       returning *`,
  )
  // The passkey exists already. The error must not reveal that, because it may belong to another user.
  if (!row) rejectResponse()
  recordOwn(ctx, callingPerson(ctx), 'passkey.added', { kind: 'passkey', id: row.id, key: name })
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, user.email, (notice) => passkeyAdded({ ...notice, settings, name }))
  return fromRow(row)
})

function rejectResponse(): never {
  return rejectField(
    'response',
    'The response does not match the challenge, or the challenge expired. Start again.',
  )
}
