import type { App } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import {
  NoResponse,
  NotAllowed,
  addressOf,
  inTime,
  isAllowed,
  outsideUrl,
} from '../../platform/fetch-external.ts'

/** What happens in an organization must not travel in the open, except to hosts that the settings name. */
export function requireSafe(link: string, allowed: readonly string[]): URL {
  const url = outsideUrl(link)
  if (url.protocol !== 'https:' && !isAllowed(url, allowed))
    throw new NotAllowed('It is not an https address.')
  return url
}

const patience = 5000

/** Refuses an address that nothing could be sent to. It is looked at again whenever something is. */
export async function requireAddress({ config, webhooks }: App, link: string): Promise<void> {
  const { late } = inTime(patience)
  try {
    const url = requireSafe(link, config.WEBHOOK_HOSTS)
    await Promise.race([addressOf(url, config.WEBHOOK_HOSTS, webhooks.resolve), late])
  } catch (error) {
    if (!(error instanceof NotAllowed || error instanceof NoResponse)) throw error
    rejectField('url', `${error.message} Give an https address on the public internet.`)
  }
}
