import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import type { App } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { accountByPassword } from '../accounts/account-of.ts'
import type { Login } from '../../../operations/auth-backend.ts'
import { email, password } from '../accounts/user.ts'
import { requireApproval, consumeApproved } from '../device-flow/device-request.ts'
import { createCredential, newCredentialInput } from './create-credential.ts'
import { NewCredential } from './credential.ts'

export const exchangeApiKey = operation({
  id: 'credentials.exchangeApiKey',
  summary:
    'Create an API key without a login, from an email address and password or an approved device code.',
  http: 'POST /api/auth/api-key-exchange',
  access: anyone,
  created: true,
  // Device codes are not limited: devices poll with them, and they can't be guessed.
  limit: { account: (input) => input.email },
  input: z.object({
    email: email.optional(),
    password: password.optional(),
    deviceCode: z
      .string()
      .max(200)
      .optional()
      .describe('The device_code of a device flow, instead of email and password.'),
    ...newCredentialInput,
  }),
  output: NewCredential,
  prepare: async ({ app }, input) => ({ login: await checkProof(app, input) }),
}).run(async (ctx, input) => {
  const login = ctx.login ?? (await consumeApproved(ctx.db, input.deviceCode!))
  const account = await accountByPassword(ctx, login)
  if (account.suspended_at) reject('suspended')
  // A password is only the first factor. A user who approves a device has proved both.
  if (ctx.login && account.second_factor_since) reject('second_factor_needed', { hint: keyHint })
  const organization = account.organization ?? reject('no_organization')
  return createCredential({ ...ctx, user: account, organization }, 'api_key', input)
})

const keyHint = 'Sign in and create the key there, or send the deviceCode of an approved device flow.'

interface Proof {
  email?: string | undefined
  password?: string | undefined
  deviceCode?: string | undefined
}

/**
 * Checks the password and returns its login. A device code is only checked here and consumed when the key is created.
 */
async function checkProof(app: App, proof: Proof): Promise<Login | undefined> {
  const { email: address, password: secret, deviceCode } = proof
  if (deviceCode !== undefined && address === undefined && secret === undefined) {
    await requireApproval(app.database, deviceCode)
    return undefined
  }
  if (deviceCode !== undefined || address === undefined || secret === undefined)
    rejectField('', 'Pass either email and password, or deviceCode.')
  return (await app.auth.checkPassword(address, secret)) ?? reject('wrong_login')
}
