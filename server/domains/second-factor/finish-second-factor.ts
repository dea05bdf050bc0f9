import { z } from 'zod'
import { appLink } from '../../email/app-link.ts'
import { notify } from '../../email/notify.ts'
import { recoveryCodeUsed } from '../../email/second-factor-notices.ts'
import { anyone } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { limitAccount } from '../../operations/guess-limits.ts'
import { type Asking, operation } from '../../operations/operation.ts'
import { type Account, findAccount, openLogin } from '../accounts/account.ts'
import { recordOwn } from '../accounts/record-own.ts'
import { SignedInResponse } from '../accounts/user.ts'
import { UsedCredential } from '../passkeys/webauthn-responses.ts'
import { notePasskeyUse, verifyPasskeyUse } from '../passkeys/use-passkey.ts'
import { rememberDevice } from '../remembered-devices/remembered-device.ts'
import type { SecondFactorMethod } from './methods.ts'
import { reportFailure } from './report-failure.ts'
import { redeemCode } from './recovery-codes.ts'
import { type Request, countTry, redeemRequest } from './request.ts'
import { redeemTotp } from './totp-secrets.ts'

const input = z.object({
  request: z.string().min(1).max(200).describe('The request that the first factor returned.'),
  code: z
    .string()
    .regex(/^\d{6}$/, 'A code has six digits.')
    .optional()
    .describe('The six digits that the authenticator app shows.'),
  recoveryCode: z.string().max(60).optional().describe('Instead of a code: a recovery code. It works once.'),
  passkey: UsedCredential.optional().describe(
    'Instead of a code: the response of a passkey to POST /api/auth/passkey/authenticate/begin.',
  ),
  remember: z
    .boolean()
    .default(false)
    .describe('Whether to skip the second factor in this browser for 30 days.'),
})

export const finishSecondFactor = operation({
  id: 'secondFactor.finish',
  summary: 'Finish a sign-in with the second factor: a code, a recovery code or a passkey. 5 tries.',
  http: 'POST /api/auth/second-factor',
  access: anyone,
  limit: 'network',
  input,
  output: SignedInResponse.extend({
    recoveryCodesLeft: z.int().nullable().describe('How many recovery codes are left, if one was used.'),
  }),
  async prepare(asking, given) {
    const { app } = asking
    const method = methodOf(given)
    const request = await countTry(app, given.request, method === 'totp')
    await limitAccount(app, request.email, asking.request.network)
    const proof = await prove(asking, request, given)
    if (!proof) {
      if (request.triesLeft === 0) await reportFailure(asking, request)
      reject('wrong_second_factor')
    }
    if (!(await redeemRequest(app.database, request))) reject('sign_in_expired')
    return { proved: { ...request, secondFactor: method, left: proof.left } }
  },
}).run(async (ctx, { remember }) => {
  const { userId, method, signedInAt, secondFactor, left } = ctx.proved
  const account = (await findAccount(ctx.db, { id: userId })) ?? reject('sign_in_expired')
  if (account.suspended_at) reject('suspended')
  const { loginId, ...answer } = await openLogin(ctx, account, { method, secondFactor, signedInAt })
  if (left !== null) await reportCodeUsed(ctx, account, left)
  if (remember) await rememberDevice(ctx, account, loginId)
  return { ...answer, recoveryCodesLeft: left }
})

type Given = z.output<typeof input>

function methodOf({ code, recoveryCode, passkey }: Given): SecondFactorMethod {
  const given = [code && 'totp', recoveryCode && 'recovery_code', passkey && 'passkey'].filter(Boolean)
  if (given.length !== 1) rejectField('', 'Send one of code, recoveryCode and passkey.')
  return given[0] as SecondFactorMethod
}

/** Uses the second factor up, if it is right. `left` is how many recovery codes are left, if it was one. */
async function prove(
  asking: Asking,
  { userId }: Request,
  { code, recoveryCode, passkey }: Given,
): Promise<{ left: number | null } | undefined> {
  const { app } = asking
  if (code) return (await redeemTotp(app, userId, code)) ? { left: null } : undefined
  if (recoveryCode) {
    const left = await redeemCode(app, userId, recoveryCode)
    return left === undefined ? undefined : { left }
  }
  const used = await verifyPasskeyUse(asking, passkey!)
  // Any passkey signs in to its own account. Here it has to be one of this account.
  if (used?.userId !== userId) return undefined
  return (await notePasskeyUse(app.database, used)) ? { left: null } : undefined
}

async function reportCodeUsed(ctx: Context, account: Account, left: number): Promise<void> {
  recordOwn(ctx, account, 'recovery_codes.used', { kind: 'second_factor', id: account.id }, { left })
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, account.email, (happened) => recoveryCodeUsed({ ...happened, settings, left }))
}
