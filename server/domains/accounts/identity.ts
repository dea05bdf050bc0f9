import { z } from 'zod'
import { appLink } from '../../email/app-link.ts'
import { accountConnected } from '../../email/notices.ts'
import { notify } from '../../email/notify.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Account } from './account.ts'
import type { Identity } from './backend/auth-backend.ts'
import { type Person, recordOwn } from './record-own.ts'

/** Connects an identity to an account that is there already, and tells its owner. */
export async function connectIdentity(ctx: Context, account: Account, identity: Identity): Promise<void> {
  await addIdentity(ctx, account, identity)
  // That an operator has moved the passwords elsewhere is no news to their owners.
  if (identity.provider === 'backend') return
  const about = { provider: providerName(identity.provider), account: identity.email ?? identity.name }
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, account.email, (happened) => accountConnected({ ...happened, settings, ...about }))
}

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
  if (added.length === 0) reject('identity_taken', { provider: providerName(identity.provider) })
  recordOwn(ctx, account, 'identity.connected', { kind: 'identity', id, key: identity.provider })
}

export function providerName(provider: string): string {
  return { github: 'GitHub', gitlab: 'GitLab', google: 'Google' }[provider] ?? 'The sign-in server'
}

/**
 * An identity from what a provider has said: text of somebody else, so only what can be an address is one, and a name
 * is no longer than ours.
 */
export function identityFrom(said: Identity): Identity {
  const { provider, subject } = said
  if (!/^\P{Cc}{1,255}$/u.test(subject) || !subject.isWellFormed())
    reject('sign_in_failed', { provider: providerName(provider) })
  const email = z.email().max(254).safeParse(said.email).data ?? null
  const name =
    said.name
      ?.replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 120)
      .toWellFormed() || null
  return { ...said, email, emailVerified: email !== null && said.emailVerified, name }
}
