import { z } from 'zod'
import { instanceName } from '../../../email/instance-name.ts'
import { anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { readRegistration } from './registration.ts'
import { registrationModes } from '../../../config-choices.ts'
import { needsSetupLink } from './setup-link.ts'

export const getSignInOptions = operation({
  id: 'accounts.getSignInOptions',
  summary: 'List the sign-in methods of this instance.',
  http: 'GET /api/auth/options',
  shows: ['setting'],
  access: anyone,
  input: z.object({}),
  output: z.object({
    instance: z.string().describe('Name of this instance.'),
    registration: z.boolean().describe('Whether new users can create an account without an invitation.'),
    registrationMode: z
      .enum(registrationModes)
      .describe('Registration mode: open to anyone, invited people only, or closed.'),
    registrationDomains: z
      .array(z.string())
      .describe('Allowed email domains of new accounts. Empty allows every domain.'),
    setupLinkNeeded: z
      .boolean()
      .describe('Whether the instance has no administrator yet and the first account needs the setup link.'),
    password: z.boolean(),
    mail: z.boolean().describe('Whether the instance can send email. Sign-in codes and links need it.'),
    providers: z.array(z.object({ id: z.string(), name: z.string() })).describe('Enabled sign-in providers.'),
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
