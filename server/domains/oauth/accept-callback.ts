import { z } from 'zod'
import { appLink } from '../../email/app-link.ts'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { accountOfIdentity } from '../accounts/account-of.ts'
import { fetchFromProvider } from './fetch-from-provider.ts'
import { connectWhileSignedIn } from './connect-while-signed-in.ts'
import { forgetFlow, readFlow, redirectUri } from './flow.ts'
import { providerField } from './provider.ts'
import { requireProvider } from './providers.ts'
import { errorLink } from './error-link.ts'
import { createTicket } from './ticket.ts'

const answer = {
  state: z.string().max(1000).optional().describe('What we sent along, as it was.'),
  code: z.string().max(4000).optional().describe('What the provider gives away its tokens for.'),
  iss: z.string().max(1000).optional().describe('Who the provider says it is (RFC 9207).'),
  error: z.string().max(1000).optional().describe('What went wrong there.'),
  error_description: z.string().max(4000).optional().describe('The same in words.'),
}

export const acceptCallback = operation({
  id: 'oauth.acceptCallback',
  summary: 'Hear from the provider who has signed in, and send the browser on.',
  http: 'GET /api/auth/oauth/:provider/callback',
  access: anyone,
  answers: 'redirect',
  reads: false,
  // RFC 6749, section 4.1.2: what a client does not know in this answer, it ignores.
  input: z.looseObject({ provider: providerField, ...answer }),
  output: z.object({ location: z.string() }),
  async prepare(asking, { provider: id, ...given }) {
    const { app } = asking
    const flow = readFlow(asking)
    if (flow?.provider !== id || flow.state !== given.state) reject('sign_in_lost')
    const provider = requireProvider(app, id)
    const callback = new URL(redirectUri(app.config, provider.id))
    for (const name of Object.keys(answer) as (keyof typeof answer)[]) {
      if (given[name] !== undefined) callback.searchParams.set(name, given[name])
    }
    // The tokens that the provider gives are not kept: all that they are good for here is to say who has come.
    const identity = await fetchFromProvider(app, provider, () => provider.identify(flow, callback))
    return { flow, identity }
  },
  refused(refusal, asking) {
    const { config } = asking.app
    const flow = readFlow(asking)
    if (flow?.person) return { location: errorLink(config, '/settings/sign-in', refusal) }
    return { location: errorLink(config, '/sign-in', refusal, flow?.to) }
  },
}).run(async (ctx) => {
  const { flow, identity } = ctx
  const { config } = ctx.app
  ctx.afterCommit(() => forgetFlow(ctx))
  if (flow.person) {
    await connectWhileSignedIn(ctx, identity, flow.person)
    return { location: appLink(config, '/settings/sign-in', { fragment: { connected: flow.provider } }) }
  }
  const account = await accountOfIdentity(ctx, identity)
  if (account.suspended_at) reject('suspended')
  const ticket = await createTicket(ctx, account, flow.provider)
  return { location: appLink(config, '/sign-in/finish', { fragment: { ticket, to: flow.to } }) }
})
