import { deviceName } from '../platform/device-name.ts'

/** The origin of a request, as emails describe it to the owner of the account. `ctx.request` has these fields. */
export interface Origin {
  network: string
  userAgent: string
}

export function describeOrigin({ network, userAgent }: Origin): string {
  const device = deviceName(userAgent).replace(/^Unknown/, 'an unknown')
  return `from ${network === 'unknown' ? 'an unknown network' : network} with ${device}`
}

export function formatTime(at: string): string {
  return `${moment.format(new Date(at))} UTC`
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
