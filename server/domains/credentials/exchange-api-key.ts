import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import type { App } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { accountByPassword } from '../accounts/account-of.ts'
import type { Login } from '../accounts/backend/auth-backend.ts'
import { email, password } from '../accounts/user.ts'
import { requireApproval, consumeApproved } from '../device-flow/device-request.ts'
import { createCredential, newCredentialInput } from './create-credential.ts'
import { NewCredential } from './credential.ts'

export const exchangeApiKey = operation({
  id: 'credentials.exchangeApiKey',
  summary: 'Make an API key without signing in first: for a password, or for an approved device code.',
  http: 'POST /api/auth/api-key-exchange',
  access: anyone,
  created: true,
  // A device polls with its code until it is approved; nobody guesses one.
  limit: { account: (input) => input.email },
  input: z.object({
    email: email.optional(),
    password: password.optional(),
    deviceCode: z.string().max(200).optional().describe('Instead of both: the device_code of a device flow.'),
    ...newCredentialInput,
  }),
  output: NewCredential,
  prepare: async ({ app }, input) => ({ login: await prove(app, input) }),
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

/** Whose password it is. A device code tells only when it is used up, together with the key that it is given for. */
async function prove(app: App, given: Proof): Promise<Login | undefined> {
  const { email: address, password: secret, deviceCode } = given
  if (deviceCode !== undefined && address === undefined && secret === undefined) {
    await requireApproval(app.database, deviceCode)
    return undefined
  }
  if (deviceCode !== undefined || address === undefined || secret === undefined)
    rejectField('', 'Give either email and password, or deviceCode.')
  return (await app.auth.checkPassword(address, secret)) ?? reject('wrong_login')
}
