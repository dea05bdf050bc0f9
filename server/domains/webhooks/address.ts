import type { App } from '../../operations/context.ts'
import { rejectField } from '../../errors/errors.ts'
import {
  NoResponse,
  NotAllowed,
  addressOf,
  isAllowed,
  parseExternalUrl,
  startTimeout,
} from '../../platform/external-url.ts'

/** Rejects a URL without https, because events must not be sent unencrypted. Hosts in WEBHOOK_HOSTS are exempt. */
export function requireSafe(link: string, allowed: readonly string[]): URL {
  const url = parseExternalUrl(link)
  if (url.protocol !== 'https:' && !isAllowed(url, allowed)) throw new NotAllowed('The URL must use https.')
  return url
}

const lookupTimeoutMs = 5000

/** Rejects a URL that is not deliverable. Each delivery checks it again, because DNS records can change. */
export async function requireAddress({ config, webhooks }: App, link: string): Promise<void> {
  const { timedOut } = startTimeout(lookupTimeoutMs)
  try {
    const url = requireSafe(link, config.WEBHOOK_HOSTS)
    await Promise.race([addressOf(url, config.WEBHOOK_HOSTS, webhooks.resolve), timedOut])
  } catch (error) {
    if (!(error instanceof NotAllowed || error instanceof NoResponse)) throw error
    rejectField('url', `${error.message} Use an https URL on the public internet.`)
  }
}
