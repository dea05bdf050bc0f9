import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { passwordChanged } from '../../../email/notices.ts'
import { notify } from '../../../email/queue-email.ts'
import type { Context } from '../../../operations/context.ts'
import { revokeAll } from '../credentials/revoke-credentials.ts'
import type { NewLogin } from '../../../operations/auth-backend.ts'
import { addIdentity } from './identity.ts'
import { type Person, recordOwn, callingPerson } from '../../../operations/record-own.ts'
import { rejectField, reject } from '../../../errors/errors.ts'
import { z } from 'zod'
import { asPerson, requireRecentSignIn, anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { endSessions } from './login-session.ts'
import { addressOf, newPassword, password, EmailSent, email, linkToken } from './user.ts'
import { requireOffered } from './offered-methods.ts'
import { hasPassword } from './sign-in-methods.ts'
import { requestLink } from './email-requests.ts'
import { accountByAddress } from './account-of.ts'

/**
 * Rejects easily guessed passwords: common ones, also with digits appended, repeated patterns, and the user's own
 * details.
 */
export async function requireGoodPassword(password: string, userDetails: string[]): Promise<void> {
  const folded = password.toLowerCase()
  const core = folded.replace(/[\d\W_]+$/, '')
  const common = await commonPasswords()
  if (common.has(folded) || common.has(core) || isRepeatedPattern(folded))
    rejectField('password', 'This password is too common. Choose another, such as a sentence.')
  const personal = ['baton', ...userDetails.flatMap((text) => [text, ...text.split(/[@\s]+/)])]
  if (personal.some((word) => isMostly(folded, word.toLowerCase())))
    rejectField(
      'password',
      'This password is too similar to your name or email address. Choose another, such as a sentence.',
    )
}

let cachedList: Promise<Set<string>> | undefined

/** Loads the list on first use, because it is large and few requests need it. */
function commonPasswords(): Promise<Set<string>> {
  // Includes entries below the minimum password length, because users append digits to them.
  return (cachedList ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].map(String).filter(({ length }) => length >= 8)),
  ))
}

/** Detects passwords such as `aaaaaaaaaa` and `abcabcabcabc`, whose length adds no strength. */
function isRepeatedPattern(text: string): boolean {
  return /^(.{1,4}?)\1+$/.test(text)
}

/** Returns whether the password is the word plus a few characters. */
function isMostly(password: string, word: string): boolean {
  return word.length >= 4 && password.includes(word) && password.length - word.length <= 5
}

export const changePassword = operation({
  id: 'accounts.changePassword',
  summary: 'Change your password. Signs out every other device.',
  http: 'POST /api/settings/password',
  access: asPerson,
  withoutSecondFactor: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({
    current: password.optional().describe('Current password, if the account has one.'),
    password: newPassword,
    revokeCredentials: z
      .boolean()
      .default(false)
      .describe('Whether to revoke all your API keys and MCP tokens in every organization. Default false.'),
  }),
  output: z.object({ changed: z.literal(true) }),
  prepare: async ({ app, caller, user }, input) => {
    await requireGoodPassword(input.password, [user.email, user.name, user.username])
    if (!(await hasPassword(app.database, user.id))) requireRecentSignIn(caller)
    else if (!(await app.auth.checkPassword(user.email, input.current ?? '')))
      rejectField('current', 'This is not your current password.')
    return { newLogin: await app.auth.changePassword({ userId: user.id }, input.password) }
  },
}).run(async (ctx, { revokeCredentials }) => {
  const account = { ...ctx.user, organization: ctx.caller.organization }
  await storePassword(ctx, account, ctx.newLogin, { revokeCredentials })
  await endSessions(ctx, callingPerson(ctx), { except: ctx.caller.credentialId })
  return { changed: true as const }
})

export const forgotPassword = operation({
  id: 'accounts.forgotPassword',
  summary: 'Send a password reset link if an account has this email address.',
  http: 'POST /api/auth/forgot-password',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email }),
  output: EmailSent,
}).run(async (ctx, input) => {
  requireOffered(ctx.app, 'password')
  await requestLink(ctx, input.email, 'reset_password')
  return { sent: true as const }
})

export const resetPassword = operation({
  id: 'accounts.resetPassword',
  summary:
    'Set a new password with the secret from an emailed link. Signs out every device and revokes all API keys and MCP tokens.',
  http: 'POST /api/auth/reset-password',
  access: anyone,
  limit: 'network',
  input: z.object({ token: linkToken, password: newPassword }),
  output: z.object({ reset: z.literal(true) }),
  prepare: async ({ app }, input) => {
    requireOffered(app, 'password')
    await requireGoodPassword(input.password, [])
    const login = await app.auth.redeemLink('reset_password', input.token)
    if (!login) reject('wrong_link')
    return { login, newLogin: await app.auth.changePassword(login, input.password) }
  },
}).run(async (ctx) => {
  const account = await accountByAddress(ctx, ctx.login)
  // An attacker who knew the old password may have created keys and tokens.
  await storePassword(ctx, account, ctx.newLogin, { revokeCredentials: true })
  await endSessions(ctx, account)
  return { reset: true as const }
})

/** Stores a new password and notifies the owner by email, in case an attacker changed it. */
async function storePassword(
  ctx: Context,
  account: Person & { username: string; email: string },
  { passwordHash, identity }: NewLogin,
  { revokeCredentials }: { revokeCredentials: boolean },
): Promise<void> {
  await ctx.db.run(
    sql`update users set password_hash = ${passwordHash}, version = version + 1, updated_at = now() where id = ${account.id}`,
  )
  if (identity) await addIdentity(ctx, account, identity)
  // Links sent earlier must not change the password again.
  await ctx.db.run(
    sql`delete from mail_tokens where user_id = ${account.id} and purpose in ('reset_password', 'magic_link')`,
  )
  recordOwn(ctx, account, 'password.changed', { kind: 'user', id: account.id, key: account.username })
  if (revokeCredentials) await revokeAll(ctx, account)
  const notice = { reset: appLink(ctx.app.config, '/forgot-password'), credentialsRevoked: revokeCredentials }
  await notify(ctx, account.email, (context) => passwordChanged({ ...context, ...notice }))
}
