import { z } from 'zod'
import { asPersonRecently } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { startFlow } from '../oauth/start-flow.ts'
import { providerField } from '../oauth/provider.ts'

export const addConnectedAccount = operation({
  id: 'connectedAccounts.add',
  summary: 'Begin to connect an account at a provider: answers where the browser has to go for it.',
  http: 'POST /api/settings/connected-accounts/:provider',
  access: asPersonRecently,
  input: z.object({ provider: providerField }),
  output: z.object({ location: z.string().describe('Send the browser there. It comes back by itself.') }),
  async prepare(asking, { provider }) {
    const person = { userId: asking.user.id, loginId: asking.caller.credentialId }
    return { location: await startFlow(asking, provider, { person }) }
  },
}).run(async ({ location }) => ({ location }))
