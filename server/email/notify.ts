import type { Context } from '../operations/context.ts'
import { instanceName } from './instance-name.ts'
import type { Content } from './email.ts'
import { queueEmail } from './queue-email.ts'
import type { Origin } from './wording.ts'

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
