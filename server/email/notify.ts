import type { Context } from '../operations/context.ts'
import { instanceName } from './instance-name.ts'
import type { Content } from './email.ts'
import { queueEmail } from './queue-email.ts'
import type { Origin } from './wording.ts'

/** What every notice says: what the instance is called, when it happened, and from where. */
export interface Happened {
  instance: string
  at: string
  from: Origin
}

/** Tells the owner of an account by mail what was done with it. */
export async function notify(
  ctx: Context,
  to: string,
  write: (happened: Happened) => Content,
): Promise<void> {
  const { network, userAgent } = ctx.request
  const instance = await instanceName(ctx.db)
  await queueEmail(ctx, {
    to,
    ...write({ instance, at: new Date().toISOString(), from: { network, userAgent } }),
  })
}
