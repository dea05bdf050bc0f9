import { z } from 'zod'
import { instanceName } from '../../../email/instance-name.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { base32, newTotpSecret, totpUri } from './totp.ts'
import { storeSetup } from './totp-secrets.ts'

export const beginTotp = operation({
  id: 'secondFactor.beginTotp',
  summary: 'Start setting up an authenticator app. Confirm it with a code within 30 minutes.',
  http: 'POST /api/settings/second-factor/totp/begin',
  access: asPersonRecently,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({
    secret: z.string().describe('Key for the authenticator app, in base 32.'),
    uri: z.string().describe('The key as an otpauth:// URI, for a QR code.'),
  }),
}).run(async ({ app, db, user }) => {
  const secret = newTotpSecret()
  await storeSetup(app, db, user.id, secret)
  const uri = totpUri(secret, { issuer: await instanceName(db), account: user.email })
  return { secret: base32(secret), uri }
})
