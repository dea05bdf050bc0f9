import { z } from 'zod'
import { appLink } from '../../email/app-link.ts'
import { passkeyAdded } from '../../email/notices.ts'
import { notify } from '../../email/notify.ts'
import { asPersonRecently } from '../../operations/access.ts'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { deviceName } from '../../platform/device-name.ts'
import { callingPerson, recordOwn } from '../accounts/record-own.ts'
import { CreatedCredential } from './answers.ts'
import { consumeChallenge } from './challenge.ts'
import { Passkey, type PasskeyRow, fromRow, passkeyName, requireRoom } from './passkey.ts'
import { verifyCreated } from './verify.ts'

export const finishRegistration = operation({
  id: 'passkeys.finishRegistration',
  summary: 'Add the passkey that an authenticator has made: from now on it signs in to the account.',
  http: 'POST /api/auth/passkey/register/finish',
  access: asPersonRecently,
  withoutSecondFactor: true,
  created: true,
  input: z.object({
    name: passkeyName.optional().describe('What to recognise it by. Without it, the browser and its system.'),
    response: CreatedCredential,
  }),
  output: Passkey,
  async prepare(asking, { response }) {
    const { app, user } = asking
    const challenge = await consumeChallenge(app.database, response.response.clientDataJSON, user.id)
    const made = challenge && (await verifyCreated(asking, response, challenge))
    return { made: made || refuseAnswer() }
  },
}).run(async (ctx, { name = deviceName(ctx.request.userAgent), response }) => {
  const { user, db, made } = ctx
  // Of two that are added at the same moment, one waits for the other.
  await db.run('select 1 from users where id = $1 for no key update', [user.id])
  const [held] = await db.run<{ count: number }>(
    'select count(*)::int as count from passkeys where user_id = $1',
    [user.id],
  )
  requireRoom(held!.count)
  const [row] = await db.run<PasskeyRow>(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning *`,
    [
      ...[newId(), user.id, made.credentialId, made.publicKey, made.counter],
      ...[response.response.transports, made.synced, name],
    ],
  )
  // Somebody has it already, which is nobody else's business.
  if (!row) refuseAnswer()
  recordOwn(ctx, callingPerson(ctx), 'passkey.added', { kind: 'passkey', id: row.id, key: name })
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, user.email, (happened) => passkeyAdded({ ...happened, settings, name }))
  return fromRow(row)
})

function refuseAnswer(): never {
  return rejectField('response', 'This answer does not fit what was asked, or came too late. Begin again.')
}
