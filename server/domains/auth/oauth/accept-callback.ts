import { z } from 'zod'
import { appLink } from '../../../email/app-link.ts'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { accountOfIdentity } from '../accounts/account-of.ts'
import { fetchFromProvider } from './fetch-from-provider.ts'
import { connectWhileSignedIn } from './connect-while-signed-in.ts'
import { clearFlow, readFlow, redirectUri } from './flow.ts'
import { providerField } from '../../../operations/sign-in-provider.ts'
import { requireProvider } from './providers.ts'
import { errorLink } from './error-link.ts'
import { createTicket } from './ticket.ts'

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
