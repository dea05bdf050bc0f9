import { appendJournal } from '../../../database/journal.ts'
import { instanceName } from '../../../email/wording.ts'
import { appLink } from '../../../email/app-link.ts'
import { secondFactorFailed, recoveryCodeUsed } from '../../../email/second-factor-notices.ts'
import { system } from '../../../operations/caller.ts'
import { type Asking, operation } from '../../../operations/operation.ts'
import { type Request, countTry, redeemRequest } from './request.ts'
import { z } from 'zod'
import { notify } from '../../../email/queue-email.ts'
import { anyone } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { limitAccount } from '../../../operations/guess-limits.ts'
import { type Account, findAccount, openLogin } from '../accounts/account.ts'
import { recordOwn } from '../../../operations/record-own.ts'
import { SignedInResponse } from '../accounts/user.ts'
import { UsedCredential } from '../passkeys/webauthn-schemas.ts'
import { recordPasskeyUse, verifyPasskeyUse } from '../passkeys/authentication.ts'
import { rememberDevice } from '../remembered-devices/remembered-device.ts'
import type { SecondFactorMethod } from './methods.ts'
import { redeemCode } from './recovery-codes.ts'
import { redeemTotp } from './totp.ts'

const input = z.object({
  request: z.string().min(1).max(200).describe('The `request` value that the first factor returned.'),
  code: z
    .string()
    .regex(/^\d{6}$/, 'A code has six digits.')
    .optional()
    .describe('Six-digit code from the authenticator app.'),
  recoveryCode: z.string().max(60).optional().describe('Recovery code, instead of a code. Works once.'),
  passkey: UsedCredential.optional().describe(
    'Passkey response to POST /api/auth/passkey/authenticate/begin, instead of a code.',
  ),
  remember: z
    .boolean()
    .default(false)
    .describe('Whether to skip the second factor in this browser for 30 days.'),
})

export const finishSecondFactor = operation({
  id: 'secondFactor.finish',
  summary: 'Finish a sign-in with a code, a recovery code or a passkey. Allows 5 attempts.',
  http: 'POST /api/auth/second-factor',
  access: anyone,
  limit: 'network',
  input,
  output: SignedInResponse.extend({
    recoveryCodesLeft: z
      .int()
      .nullable()
      .describe('Number of unused recovery codes. Null unless one was used now.'),
  }),
  async prepare(context, proofs) {
    const { app } = context
    const method = methodOf(proofs)
    const request = await countTry(app, proofs.request, method === 'totp')
    await limitAccount(app, request.email, context.request.network)
    const proof = await verifyProof(context, request, proofs)
    if (!proof) {
      if (request.triesLeft === 0) await reportFailure(context, request)
      reject('wrong_second_factor')
    }
    if (!(await redeemRequest(app.database, request))) reject('sign_in_expired')
    return { verified: { ...request, secondFactor: method, left: proof.left } }
  },
}).run(async (ctx, { remember }) => {
  const { userId, method, signedInAt, secondFactor, left } = ctx.verified
  const account = (await findAccount(ctx.db, { id: userId })) ?? reject('sign_in_expired')
  if (account.suspended_at) reject('suspended')
  const { loginId, ...response } = await openLogin(ctx, account, { method, secondFactor, signedInAt })
  if (left !== null) await reportCodeUsed(ctx, account, left)
  if (remember) await rememberDevice(ctx, account, loginId)
  return { ...response, recoveryCodesLeft: left }
})

type Input = z.output<typeof input>

function methodOf({ code, recoveryCode, passkey }: Input): SecondFactorMethod {
  const given = [code && 'totp', recoveryCode && 'recovery_code', passkey && 'passkey'].filter(Boolean)
  if (given.length !== 1) rejectField('', 'Send one of code, recoveryCode and passkey.')
  return given[0] as SecondFactorMethod
}

/** Verifies and consumes the second factor. `left` is the number of unused recovery codes, if one was used. */
async function verifyProof(
  context: Asking,
  { userId }: Request,
  { code, recoveryCode, passkey }: Input,
): Promise<{ left: number | null } | undefined> {
  const { app } = context
  if (code) return (await redeemTotp(app, userId, code)) ? { left: null } : undefined
  if (recoveryCode) {
    const left = await redeemCode(app, userId, recoveryCode)
    return left === undefined ? undefined : { left }
  }
  const used = await verifyPasskeyUse(context, passkey!)
  // The passkey must belong to this account, because any valid passkey signs in to its own account.
  if (used?.userId !== userId) return undefined
  return (await recordPasskeyUse(app.database, used)) ? { left: null } : undefined
}

async function reportCodeUsed(ctx: Context, account: Account, left: number): Promise<void> {
  recordOwn(ctx, account, 'recovery_codes.used', { kind: 'second_factor', id: account.id }, { left })
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, account.email, (notice) => recoveryCodeUsed({ ...notice, settings, left }))
}

/**
 * Notifies a user about a sign-in with the right first factor and five wrong second factors. Uses its own transaction,
 * because the transaction of the rejected request is rolled back.
 */
async function reportFailure({ app, request }: Asking, failed: Request): Promise<void> {
  const { network, userAgent } = request
  await app.database.transaction(async (db) => {
    await appendJournal(db, system, request.id, [
      {
        type: 'second_factor.failed',
        subject: { kind: 'second_factor', id: failed.userId },
        organizationId: failed.organizationId,
        privateTo: failed.userId,
        data: { method: failed.method },
      },
    ])
    const mail = secondFactorFailed({
      instance: await instanceName(db),
      at: new Date().toISOString(),
      from: { network, userAgent },
      reset: appLink(app.config, '/forgot-password'),
    })
    await app.jobs.enqueue('mail', { to: failed.email, ...mail }, db)
  })
  app.jobs.wake('mail')
  app.bus.journalGrew([failed.organizationId])
}
