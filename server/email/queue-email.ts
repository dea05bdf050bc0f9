import { isTestCredential } from '../operations/caller.ts'
import type { Context } from '../operations/context.ts'
import { type Email, checkHeaders } from '../platform/email.ts'
import { instanceName, type Origin } from './wording.ts'
import type { Content } from './email.ts'

/** Sends an email only if the write commits, immediately after it, and retries until the mail server accepts it. */
export async function queueEmail(
  ctx: Pick<Context, 'app' | 'caller' | 'db' | 'afterCommit'>,
  email: Email,
): Promise<void> {
  checkHeaders(email)
  // Test credentials never send email.
  if (isTestCredential(ctx.caller)) return
  await ctx.app.jobs.enqueue('mail', email, ctx.db)
  ctx.afterCommit(() => ctx.app.jobs.wake('mail'))
}

/** A change that an account notice reports: the name of the instance, the time and the origin. */
export interface AccountChange {
  instance: string
  at: string
  from: Origin
}

/** Emails the owner of an account about a change to it. */
export async function notify(
  ctx: Context,
  to: string,
  write: (change: AccountChange) => Content,
): Promise<void> {
  const { network, userAgent } = ctx.request
  const instance = await instanceName(ctx.db)
  await queueEmail(ctx, {
    to,
    ...write({ instance, at: new Date().toISOString(), from: { network, userAgent } }),
  })
}
