import { z } from 'zod'
import { asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { startFlow } from '../oauth/start-flow.ts'
import { providerField } from '../../../operations/sign-in-provider.ts'

export const addConnectedAccount = operation({
  id: 'connectedAccounts.add',
  summary: 'Start connecting an account of a sign-in provider. Returns the URL to open in the browser.',
  http: 'POST /api/settings/connected-accounts/:provider',
  access: asPersonRecently,
  input: z.object({ provider: providerField }),
  output: z.object({
    location: z.string().describe('URL to open in the browser. The provider redirects back afterwards.'),
  }),
  async prepare(context, { provider }) {
    const person = { userId: context.user.id, loginId: context.caller.credentialId }
    return { location: await startFlow(context, provider, { person }) }
  },
}).run(async ({ location }) => ({ location }))
