import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { startFlow } from './start-flow.ts'
import { providerField } from './provider.ts'
import { errorLink } from './error-link.ts'

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
  refused: (refusal, { app }) => ({ location: errorLink(app.config, '/sign-in', refusal) }),
}).run(async (ctx, { provider, to }) => ({ location: await startFlow(ctx, provider, { to }) }))
