import { z } from 'zod'
import { appLink } from '../../mail/app-link.ts'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { beginAt } from './begin.ts'
import { providerField } from './provider.ts'

export const startOauth = operation({
  id: 'oauth.start',
  summary: 'Send the browser to a provider, where its person signs in and is sent back.',
  http: 'GET /api/auth/oauth/:provider',
  access: anyone,
  answers: 'redirect',
  input: z.object({
    provider: providerField,
    to: z.string().max(500).optional().describe('The page of the dashboard to open afterwards, as a path.'),
  }),
  output: z.object({ location: z.string() }),
  /** Whoever has pressed the button of a provider that is down is told so by the page that they pressed it on. */
  refused(refusal, { app }) {
    if (refusal.code !== 'provider_unavailable') throw refusal
    const fragment = { error: refusal.code, detail: refusal.message }
    return { location: appLink(app.config, '/sign-in', { fragment }) }
  },
}).run(async (ctx, { provider, to }) => ({ location: await beginAt(ctx, provider, { to }) }))
