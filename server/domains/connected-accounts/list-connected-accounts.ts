import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { providerName } from '../accounts/identity.ts'

const ConnectedAccount = z
  .object({
    provider: z.string().describe('github, google or gitlab.'),
    providerName: z.string(),
    email: z.string().nullable().describe('The address there.'),
    name: z.string().nullable().describe('The name there.'),
    connectedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('When somebody last signed in with it.'),
  })
  .meta({ id: 'ConnectedAccount' })

export const listConnectedAccounts = operation({
  id: 'connectedAccounts.list',
  summary: "List the accounts at providers that open the caller's account.",
  http: 'GET /api/settings/connected-accounts',
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: pageOf(ConnectedAccount),
}).run(async (ctx) => {
  // The external auth backend is no account that its person has connected.
  const rows = await ctx.db.run<IdentityRow>(
    `select provider, email, name, created_at, last_used_at from identities
      where user_id = $1 and provider <> 'backend' order by provider`,
    [ctx.user.id],
  )
  const items = rows.map(({ provider, email, name, created_at, last_used_at }) => ({
    ...{ provider, providerName: providerName(provider), email, name },
    ...{ connectedAt: created_at, lastUsedAt: last_used_at },
  }))
  return { items, nextCursor: null }
})

interface IdentityRow {
  provider: string
  email: string | null
  name: string | null
  created_at: string
  last_used_at: string | null
}
