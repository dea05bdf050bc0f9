import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { passkeyAdded } from '../../../email/notices.ts'
import { notify } from '../../../email/notify.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { deviceName } from '../../../platform/device-name.ts'
import { callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { CreatedCredential } from './webauthn-responses.ts'
import { consumeChallenge } from './challenge.ts'
import { Passkey, type PasskeyRow, fromRow, passkeyName, requireRoom } from './passkey.ts'
import { verifyCreated } from './verify.ts'

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
