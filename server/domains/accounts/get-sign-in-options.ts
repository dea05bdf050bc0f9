import { z } from 'zod'
import { instanceName } from '../../email/instance-name.ts'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { readRegistration } from './registration.ts'
import { registrationModes } from './registration-modes.ts'
import { needsSetupLink } from './setup-link.ts'

export const getSignInOptions = operation({
  id: 'accounts.getSignInOptions',
  summary: 'Show which ways to sign in this instance offers.',
  http: 'GET /api/auth/options',
  access: anyone,
  input: z.object({}),
  output: z.object({
    instance: z.string().describe('What this instance is called.'),
    registration: z.boolean().describe('Whether people can create an account without an invitation.'),
    registrationMode: z
      .enum(registrationModes)
      .describe('Who can create an account: anyone, people with an invitation, or no one.'),
    registrationDomains: z
      .array(z.string())
      .describe('The only email domains of new accounts. Empty accepts every domain.'),
    setupLinkNeeded: z
      .boolean()
      .describe('Whether there is no administrator yet, and their account needs the setup link.'),
    password: z.boolean(),
    mail: z.boolean().describe('Whether mails reach people: a code or a link helps nobody otherwise.'),
    providers: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('Where else people can sign in.'),
  }),
}).run(async ({ app, db, request }) => {
  const { mode, domains } = await readRegistration(app.config, db)
  return {
    instance: await instanceName(db),
    registration: mode === 'open',
    registrationMode: mode,
    registrationDomains: domains,
    setupLinkNeeded: await needsSetupLink(app, db, request),
    password: true,
    mail: app.auth.external !== null || app.config.SMTP_URL !== undefined,
    providers: [...app.providers.values()].map(({ id, name }) => ({ id, name })),
  }
})
