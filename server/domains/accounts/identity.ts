import type { Context } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Identity } from './backend/auth-backend.ts'
import { type Person, recordOwn } from './record-own.ts'

/** From now on the identity opens the account. An identity opens one account, and of each provider there is one. */
export async function addIdentity(ctx: Context, account: Person, identity: Identity): Promise<void> {
  const id = newId()
  const added = await ctx.db.run(
    `insert into identities (id, user_id, provider, issuer, subject, email, name, last_used_at)
     values ($1, $2, $3, $4, $5, $6, $7, now()) on conflict do nothing returning id`,
    [
      ...[id, account.id, identity.provider, identity.issuer, identity.subject],
      ...[identity.email, identity.name],
    ],
  )
  if (added.length === 0) refuse('identity_taken', { provider: providerName(identity.provider) })
  recordOwn(ctx, account, 'identity.connected', { kind: 'identity', id, key: identity.provider })
}

export function providerName(provider: string): string {
  return { github: 'GitHub', gitlab: 'GitLab', google: 'Google' }[provider] ?? 'The sign-in server'
}
