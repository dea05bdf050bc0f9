import { deviceName } from '../platform/device-name.ts'

/** Where a request came from, as it is told to the person whom it concerns. `ctx.request` is one. */
export interface Origin {
  network: string
  userAgent: string
}

export function place({ network, userAgent }: Origin): string {
  const device = deviceName(userAgent).replace(/^Unknown/, 'an unknown')
  return `from ${network === 'unknown' ? 'an unknown network' : network} with ${device}`
}

export function time(at: string): string {
  return `${moment.format(new Date(at))} UTC`
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
