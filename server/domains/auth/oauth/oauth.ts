import type { Config } from '../../../config.ts'
import { type AppLink, appLink } from '../../../email/app-link.ts'
import { type OperationError, reject } from '../../../errors/errors.ts'
import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { startFlow, clearFlow, readFlow, redirectUri, createTicket, consumeTicket } from './flow.ts'
import { providerField, type Flow } from '../../../operations/sign-in-provider.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { findAccount, signIn } from '../accounts/account.ts'
import type { Identity } from '../../../operations/auth-backend.ts'
import { requireOffered } from '../accounts/offered-methods.ts'
import { connectIdentity } from '../accounts/identity.ts'
import { accountOfIdentity } from '../accounts/account-of.ts'
import { fetchFromProvider } from './fetch-from-provider.ts'
import { requireProvider } from './providers.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { SignInResponse } from '../accounts/user.ts'

export const startOauth = operation({
  id: 'oauth.start',
  summary: 'Redirect the browser to a sign-in provider.',
  http: 'GET /api/auth/oauth/:provider',
  access: anyone,
  answers: 'redirect',
  input: z.object({
    provider: providerField,
    to: z.string().max(500).optional().describe('Dashboard path to open after the sign-in.'),
  }),
  output: z.object({ location: z.string() }),
  refused: (error, { app }) => ({ location: errorLink(app.config, '/sign-in', error) }),
}).run(async (ctx, { provider, to }) => ({ location: await startFlow(ctx, provider, { to }) }))

/** Connects an identity to an account. Requires that the login session that started the flow is still active. */
async function connectWhileSignedIn(
  ctx: Context,
  identity: Identity,
  { userId, loginId }: NonNullable<Flow['person']>,
): Promise<void> {
  const [login] = await ctx.db.run<{ user_id: string }>(
    sql`select user_id from login_sessions
      where id = ${loginId} and user_id = ${userId} and revoked_at is null and expires_at > now() for share`,
  )
  if (!login) reject('sign_in_again')
  const account = (await findAccount(ctx.db, { id: login.user_id }))!
  if (account.suspended_at) reject('suspended')
  const [connected] = await ctx.db.run(
    sql`select 1 from identities where issuer = ${identity.issuer} and subject = ${identity.subject} and user_id = ${userId}`,
  )
  if (!connected) await connectIdentity(ctx, account, identity)
}

const callbackFields = {
  state: z.string().max(1000).optional().describe('State value from the authorization request, unchanged.'),
  code: z.string().max(4000).optional().describe('Authorization code.'),
  iss: z.string().max(1000).optional().describe('Issuer identifier of the provider (RFC 9207).'),
  error: z.string().max(1000).optional().describe('OAuth error code.'),
  error_description: z.string().max(4000).optional().describe('Error description of the provider.'),
}

export const acceptCallback = operation({
  id: 'oauth.acceptCallback',
  summary: 'Accept the OAuth callback of a provider and redirect the browser to the dashboard.',
  http: 'GET /api/auth/oauth/:provider/callback',
  access: anyone,
  answers: 'redirect',
  reads: false,
  // RFC 6749, section 4.1.2: clients must ignore unknown response parameters.
  input: z.looseObject({ provider: providerField, ...callbackFields }),
  output: z.object({ location: z.string() }),
  async prepare(context, { provider: id, ...response }) {
    const { app } = context
    const flow = readFlow(context)
    if (flow?.provider !== id || flow.state !== response.state) reject('sign_in_lost')
    const provider = requireProvider(app, id)
    requireOffered(app, provider.id)
    const callback = new URL(redirectUri(app.config, provider.id))
    for (const name of Object.keys(callbackFields) as (keyof typeof callbackFields)[]) {
      if (response[name] !== undefined) callback.searchParams.set(name, response[name])
    }
    // The provider's tokens are not stored. They only serve to identify the user.
    const identity = await fetchFromProvider(app, provider, () => provider.identify(flow, callback))
    return { flow, identity }
  },
  refused(error, context) {
    const { config } = context.app
    const flow = readFlow(context)
    if (flow?.person) return { location: errorLink(config, '/settings/sign-in', error) }
    return { location: errorLink(config, '/sign-in', error, flow?.to) }
  },
}).run(async (ctx) => {
  const { flow, identity } = ctx
  const { config } = ctx.app
  ctx.afterCommit(() => clearFlow(ctx))
  if (flow.person) {
    await connectWhileSignedIn(ctx, identity, flow.person)
    return { location: appLink(config, '/settings/sign-in', { fragment: { connected: flow.provider } }) }
  }
  const account = await accountOfIdentity(ctx, identity)
  if (account.suspended_at) reject('suspended')
  const ticket = await createTicket(ctx, account, flow.provider)
  return { location: appLink(config, '/sign-in/finish', { fragment: { ticket, to: flow.to } }) }
})

export const finishOauth = operation({
  id: 'oauth.finish',
  summary: 'Sign in with the ticket that the OAuth callback gave the browser.',
  http: 'POST /api/auth/oauth/finish',
  access: anyone,
  limit: { account: ({ ticket }) => hashSecret(ticket).toString('base64url') },
  input: z.object({ ticket: z.string().min(1).max(100).describe('Ticket from the URL of the page.') }),
  output: SignInResponse,
}).run(async (ctx, input) => {
  const redeemed = (await consumeTicket(ctx, input.ticket)) ?? reject('sign_in_lost')
  const account = await findAccount(ctx.db, { id: redeemed.user_id })
  return signIn(ctx, account!, { method: redeemed.method })
})

/**
 * Returns the dashboard link that shows an error to the user. The link carries only the error code, because a page that
 * displays text from its URL could be abused. It keeps the destination for the user's next attempt.
 */
function errorLink(
  config: Config,
  page: `/${string}`,
  { code, details }: OperationError,
  to: string = '/',
): AppLink {
  const { provider } = details
  const fragment = { error: code, ...(typeof provider === 'string' && { provider }) }
  return appLink(config, page, to === '/' ? { fragment } : { query: { to }, fragment })
}
