import { verifyBackendToken } from './backend-login.ts'
import { z } from 'zod'
import { anyone, signedIn } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { signIn } from './account.ts'
import { accountByPassword, accountByAddress } from './account-of.ts'
import { canEmail, isOffered, requireOffered } from './offered-methods.ts'
import { SignInResponse, email, password } from './user.ts'
import { sql } from '../../../database/sql.ts'
import { forgetThisDevice } from '../remembered-devices/remembered-device.ts'
import { endSession } from './login-session.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { instanceName } from '../../../email/wording.ts'
import { hasNoAccount, needsSetupLink, readRegistration } from './registration.ts'
import { registrationModes } from '../../../config-choices.ts'
import { themeShades } from '../../../platform/theme-shades.ts'

export const logIn = operation({
  id: 'accounts.logIn',
  summary: 'Sign in with an email address and password.',
  http: 'POST /api/auth/login',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email, password }),
  output: SignInResponse,
  prepare: async ({ app }, input) => {
    requireOffered(app, 'password')
    return { login: (await app.auth.checkPassword(input.email, input.password)) ?? reject('wrong_login') }
  },
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
    empty: z.boolean().describe('Whether the instance has no account yet.'),
    setupLinkNeeded: z
      .boolean()
      .describe('Whether the instance has no administrator yet and the first account needs the setup link.'),
    password: z.boolean().describe('Whether people can sign in and sign up with a password.'),
    mail: z.boolean().describe('Whether the instance can send email. Sign-in codes and links need it.'),
    code: z.boolean().describe('Whether people can sign in with a code by email.'),
    magicLink: z.boolean().describe('Whether people can sign in with a link by email.'),
    passkey: z.boolean().describe('Whether people can sign in with a passkey.'),
    providers: z.array(z.object({ id: z.string(), name: z.string() })).describe('Enabled sign-in providers.'),
    color: z
      .object({ light: z.string(), dark: z.string() })
      .nullable()
      .describe('Theme colors with enough contrast on light and on dark pages. Null for the default.'),
    links: z
      .object({ terms: z.string(), privacy: z.string(), imprint: z.string() })
      .describe('Legal links of the operator. Empty strings for those that are not set.'),
    supportEmail: z.string().describe('Email address of the support. Empty if it is not set.'),
    contact: z.boolean().describe('Whether the contact form is on.'),
    community: z.boolean().describe('Whether community posts are on.'),
  }),
}).run(async ({ app, db, request }) => {
  const { mode, domains } = await readRegistration(app.config, db)
  return {
    instance: await instanceName(db),
    registration: mode === 'open',
    registrationMode: mode,
    registrationDomains: domains,
    empty: await hasNoAccount(db),
    setupLinkNeeded: await needsSetupLink(app, db, request),
    password: isOffered(app, 'password'),
    mail: canEmail(app),
    code: canEmail(app) && isOffered(app, 'code'),
    magicLink: canEmail(app) && isOffered(app, 'magic_link'),
    passkey: isOffered(app, 'passkey'),
    providers: [...app.providers.values()]
      .filter(({ id }) => isOffered(app, id))
      .map(({ id, name }) => ({ id, name })),
    color: themeShades(app.settings.get('instance.color')),
    links: {
      terms: app.settings.get('legal.terms_url'),
      privacy: app.settings.get('legal.privacy_url'),
      imprint: app.settings.get('legal.imprint_url'),
    },
    supportEmail: app.settings.get('instance.support_email'),
    contact: app.settings.get('features.contact'),
    community: app.settings.get('features.community'),
  }
})
