import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { anyone } from '../../operations/access.ts'
import type { CallingOrganization, CallingUser } from '../../operations/caller.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { startSession } from './login-session.ts'
import { SignedInAnswer, email, publicUser } from './user.ts'

export const logIn = operation({
  id: 'accounts.logIn',
  summary: 'Sign in with e-mail address and password.',
  http: 'POST /api/auth/login',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email, password: z.string().max(1024).describe('The password of the account.') }),
  output: SignedInAnswer,
  prepare: async ({ app }, input) => {
    const account = await findAccount(app.database, input.email)
    const right = await verifyPassword(input.password, account?.password_hash ?? null)
    if (!account || !right) refuse('wrong_login')
    if (account.suspended_at) refuse('suspended')
    return { account }
  },
}).run(async (ctx) => {
  const { account } = ctx
  const organization = account.organization
  return {
    ...(await startSession(ctx, account, organization?.id ?? null)),
    user: publicUser(account),
    organization,
  }
})

interface Account extends CallingUser {
  password_hash: string | null
  suspended_at: string | null
  organization: CallingOrganization | null
}

async function findAccount(db: Queries, address: string): Promise<Account | undefined> {
  const [account] = await db.run<Account>(
    `select u.id, u.email, u.username, u.name, u.role, u.password_hash, u.suspended_at,
            case when o.id is not null then
              jsonb_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'role', m.role) end as organization
       from users u
       left join memberships m on m.user_id = u.id and m.organization_id = u.last_organization_id
       left join organizations o on o.id = m.organization_id
      where lower(u.email) = lower($1)`,
    [address],
  )
  return account
}
