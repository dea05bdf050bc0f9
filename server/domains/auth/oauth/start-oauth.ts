import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { startFlow } from './start-flow.ts'
import { providerField } from '../../../operations/sign-in-provider.ts'
import { errorLink } from './error-link.ts'

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
