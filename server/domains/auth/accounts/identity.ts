import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { accountConnected } from '../../../email/notices.ts'
import { notify } from '../../../email/queue-email.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Account } from './account.ts'
import type { Identity } from '../../../operations/auth-backend.ts'
import { type Person, recordOwn } from '../../../operations/record-own.ts'

/** Connects an identity to an existing account and notifies the owner by email. */
export async function connectIdentity(ctx: Context, account: Account, identity: Identity): Promise<void> {
  await addIdentity(ctx, account, identity)
  // The external backend is configured by the operator, so users get no email about it.
  if (identity.provider === 'backend') return
  const connection = { provider: providerName(identity.provider), account: identity.email ?? identity.name }
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, account.email, (context) => accountConnected({ ...context, settings, ...connection }))
}

/** Links an identity to an account. Each identity belongs to one account, and an account has one per provider. */
export async function addIdentity(ctx: Context, account: Person, identity: Identity): Promise<void> {
  const id = newId()
  const added = await ctx.db.run(
    sql`insert into identities (id, user_id, provider, issuer, subject, email, name, last_used_at)
     values (${id}, ${account.id}, ${identity.provider}, ${identity.issuer}, ${identity.subject}, ${identity.email},
       ${identity.name}, now()) on conflict do nothing returning id`,
  )
  if (added.length === 0) reject('identity_taken', { provider: providerName(identity.provider) })
  recordOwn(ctx, account, 'identity.connected', { kind: 'identity', id, key: identity.provider })
}

export function providerName(provider: string): string {
  return { github: 'GitHub', gitlab: 'GitLab', google: 'Google' }[provider] ?? 'The sign-in server'
}

/** Sanitizes an identity from a provider: drops an invalid email address and limits the name to our maximum length. */
export function identityFrom(received: Identity): Identity {
  const { provider, subject } = received
  if (!/^\P{Cc}{1,255}$/u.test(subject) || !subject.isWellFormed())
    reject('sign_in_failed', { provider: providerName(provider) })
  const email = z.email().max(254).safeParse(received.email).data ?? null
  const name =
    received.name
      ?.replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 120)
      .toWellFormed() || null
  return { ...received, email, emailVerified: email !== null && received.emailVerified, name }
}
