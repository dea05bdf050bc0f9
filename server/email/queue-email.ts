import { isTestCredential } from '../operations/caller.ts'
import type { Context } from '../operations/context.ts'
import { type Email, checkHeaders } from '../platform/email.ts'

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
