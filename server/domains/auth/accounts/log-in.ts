import { verifyBackendToken } from './backend-login.ts'
import { z } from 'zod'
import { anyone, signedIn } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { signIn } from './account.ts'
import { accountByPassword, accountByAddress } from './account-of.ts'
import { SignInResponse, email, password } from './user.ts'
import { sql } from '../../../database/sql.ts'
import { forgetThisDevice } from '../remembered-devices/remembered-device.ts'
import { endSession } from './login-session.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { instanceName } from '../../../email/wording.ts'
import { readRegistration, needsSetupLink } from './registration.ts'
import { registrationModes } from '../../../config-choices.ts'

export const logIn = operation({
  id: 'accounts.logIn',
  summary: 'Sign in with an email address and password.',
  http: 'POST /api/auth/login',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email, password }),
  output: SignInResponse,
  prepare: async ({ app }, input) => ({
    login: (await app.auth.checkPassword(input.email, input.password)) ?? reject('wrong_login'),
  }),
}).run(async (ctx) => signIn(ctx, await accountByPassword(ctx, ctx.login), { method: 'password' }))

export const logInWithBackend = operation({
  id: 'accounts.logInWithBackend',
  summary:
    'Sign in with a token of the external auth backend. Accounts with a second factor must confirm it.',
  http: 'POST /api/auth/backend',
  access: anyone,
  limit: 'network',
  input: z.object({
    token: z.string().min(1).max(4096).describe('Access token that the backend issued.'),
  }),
  output: SignInResponse,
  prepare: ({ app }, { token }) => verifyBackendToken(app, token),
}).run(async (ctx) => {
  const { loginId, signedInAt } = ctx.login
  // A session that was ended here stays ended, even if the backend still accepts it.
  const [ended] = await ctx.db.run(
    sql`select 1 from login_sessions where id = ${loginId} and revoked_at is not null`,
  )
  if (ended) reject('invalid_credential')
  const account = await accountByAddress(ctx, { identity: ctx.identity })
  return signIn(ctx, account, { method: 'backend', signedInAt })
})

export const logOut = operation({
  id: 'accounts.logOut',
  summary: 'Sign out. The token stops working everywhere immediately.',
  http: 'POST /api/auth/logout',
  access: signedIn,
  withoutSecondFactor: true,
  input: z.object({
    forgetDevice: z
      .boolean()
      .default(false)
      .describe(
        'Whether to stop remembering this browser, so the next sign-in asks for the second factor. Default false.',
      ),
  }),
  output: z.object({ signedOut: z.literal(true) }),
}).run(async (ctx, { forgetDevice }) => {
  const { credentialId, kind } = ctx.caller
  if (kind !== 'session' && kind !== 'impersonation') reject('session_needed')
  await endSession(ctx, callingPerson(ctx), credentialId)
  if (forgetDevice) await forgetThisDevice(ctx, callingPerson(ctx))
  return { signedOut: true as const }
})

export const getSignInOptions = operation({
  id: 'accounts.getSignInOptions',
  summary: 'List the sign-in methods of this instance.',
  http: 'GET /api/auth/options',
  shows: ['setting'],
  access: anyone,
  input: z.object({}),
  output: z.object({
    instance: z.string().describe('Name of this instance.'),
    registration: z.boolean().describe('Whether new users can create an account without an invitation.'),
    registrationMode: z
      .enum(registrationModes)
      .describe('Registration mode: open to anyone, invited people only, or closed.'),
    registrationDomains: z
      .array(z.string())
      .describe('Allowed email domains of new accounts. Empty allows every domain.'),
    setupLinkNeeded: z
      .boolean()
      .describe('Whether the instance has no administrator yet and the first account needs the setup link.'),
    password: z.boolean(),
    mail: z.boolean().describe('Whether the instance can send email. Sign-in codes and links need it.'),
    providers: z.array(z.object({ id: z.string(), name: z.string() })).describe('Enabled sign-in providers.'),
  }),
}).run(async ({ app, db, request }) => {
  const { mode, domains } = await readRegistration(app.config, db)
  return {
    instance: await instanceName(db),
    registration: mode === 'open',
    registrationMode: mode,
    registrationDomains: domains,
    setupLinkNeeded: await needsSetupLink(app, db, request),
    password: true,
    mail: app.auth.external !== null || app.config.SMTP_URL !== undefined,
    providers: [...app.providers.values()].map(({ id, name }) => ({ id, name })),
  }
})
