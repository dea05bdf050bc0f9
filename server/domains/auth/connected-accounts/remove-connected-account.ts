import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { asPersonRecently } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { countSignInMethods } from '../accounts/sign-in-methods.ts'
import { providerField } from '../../../operations/sign-in-provider.ts'

export const removeConnectedAccount = operation({
  id: 'connectedAccounts.remove',
  summary: 'Disconnect an account of a sign-in provider. You can no longer sign in with it.',
  http: 'DELETE /api/settings/connected-accounts/:provider',
  access: asPersonRecently,
  destructive: true,
  input: z.object({ provider: providerField }),
  output: z.object({ provider: z.string(), removed: z.literal(true) }),
}).run(async (ctx, { provider }) => {
  const methodCount = await countSignInMethods(ctx.db, ctx.user.id)
  const [removed] = await ctx.db.run<{ id: string }>(
    sql`delete from identities where user_id = ${ctx.user.id} and provider = ${provider} and provider <> 'backend' returning id`,
  )
  if (!removed) reject('not_found', { kind: 'connected account', ref: provider })
  if (methodCount <= 1) reject('last_way_in')
  const subject = { kind: 'identity', id: removed.id, key: provider }
  recordOwn(ctx, callingPerson(ctx), 'identity.disconnected', subject)
  return { provider, removed: true as const }
})
