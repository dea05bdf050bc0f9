import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson, asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { providerName } from '../accounts/identity.ts'
import { startFlow } from '../oauth/flow.ts'
import { providerField } from '../../../operations/sign-in-provider.ts'
import { reject } from '../../../errors/errors.ts'
import { callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { countSignInMethods } from '../accounts/sign-in-methods.ts'

const ConnectedAccount = z
  .object({
    provider: z.string().describe('Provider id: github, google or gitlab.'),
    providerName: z.string(),
    email: z.string().nullable().describe('Email address at the provider.'),
    name: z.string().nullable().describe('Name at the provider.'),
    connectedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('Time of the last sign-in with this account.'),
  })
  .meta({ id: 'ConnectedAccount' })

export const listConnectedAccounts = operation({
  id: 'connectedAccounts.list',
  summary: 'List your connected accounts of sign-in providers.',
  http: 'GET /api/settings/connected-accounts',
  shows: ['identity'],
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: pageOf(ConnectedAccount),
}).run(async (ctx) => {
  // Leaves out the external auth backend, because the user did not connect it.
  const rows = await ctx.db.run<IdentityRow>(
    sql`select provider, email, name, created_at, last_used_at from identities
      where user_id = ${ctx.user.id} and provider <> 'backend' order by provider`,
  )
  const items = rows.map(({ provider, email, name, created_at, last_used_at }) => ({
    provider,
    providerName: providerName(provider),
    email,
    name,
    connectedAt: created_at,
    lastUsedAt: last_used_at,
  }))
  return { items, nextCursor: null }
})

type IdentityRow = Pick<Rows['identities'], 'provider' | 'email' | 'name' | 'created_at' | 'last_used_at'>

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
