import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { asPerson } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'
import { providerRef, providers } from './integration.ts'

export const disconnectOwnIntegration = operation({
  id: 'integrations.disconnectOwn',
  summary: 'Disconnect a service and delete its secret.',
  http: 'DELETE /api/settings/integrations/user/:provider',
  access: asPerson,
  destructive: true,
  input: z.object({ provider: providerRef }),
  output: z.object({ provider: z.enum(providers), disconnected: z.literal(true) }),
}).run(async (ctx, { provider }) => {
  const [deleted] = await ctx.db.run<{ id: string }>(
    sql`delete from user_integrations where user_id = ${ctx.user.id} and provider = ${provider} returning id`,
  )
  if (!deleted) reject('not_found', { kind: 'integration', ref: provider })
  const subject = { kind: 'integration', id: deleted.id, key: provider }
  recordOwn(ctx, callingPerson(ctx), 'integration.disconnected', subject)
  return { provider, disconnected: true as const }
})
