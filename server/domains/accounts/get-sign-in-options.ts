import { z } from 'zod'
import { instanceName } from '../../mail/instance-name.ts'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { isRegistrationOpen } from './create-account.ts'

export const getSignInOptions = operation({
  id: 'accounts.getSignInOptions',
  summary: 'Show which ways to sign in this instance offers.',
  http: 'GET /api/auth/options',
  access: anyone,
  input: z.object({}),
  output: z.object({
    instance: z.string().describe('What this instance is called.'),
    registration: z.boolean().describe('Whether newcomers may make an account.'),
    password: z.boolean(),
    mail: z.boolean().describe('Whether mails reach people: a code or a link helps nobody otherwise.'),
    providers: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('Where else people can sign in.'),
  }),
}).run(async ({ app, db }) => ({
  instance: await instanceName(db),
  registration: await isRegistrationOpen(db),
  password: true,
  mail: app.auth.external !== null || app.config.SMTP_URL !== undefined,
  providers: [...app.providers.values()].map(({ id, name }) => ({ id, name })),
}))
