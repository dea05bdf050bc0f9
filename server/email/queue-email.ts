import { isTestCredential } from '../operations/caller.ts'
import type { Context } from '../operations/context.ts'
import { type Email, checkHeaders } from '../platform/email.ts'

/** Sends a mail if, and only if, the write is committed; at once, and again until the mail server takes it. */
export async function queueEmail(
  ctx: Pick<Context, 'app' | 'caller' | 'db' | 'afterCommit'>,
  mail: Email,
): Promise<void> {
  checkHeaders(mail)
  // What is done with a test credential reaches nobody.
  if (isTestCredential(ctx.caller)) return
  await ctx.app.jobs.enqueue('mail', mail, ctx.db)
  ctx.afterCommit(() => ctx.app.jobs.wake('mail'))
}
