import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { providerName } from '../accounts/identity.ts'

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
