import type { IncomingMessage } from 'node:http'

export const livePath = '/api/ws'

export function isLiveRequest({ url, headers }: IncomingMessage): boolean {
  return url?.split('?')[0] === livePath && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Server options that upgrade only WebSocket requests to the hub. Other upgrade offers, such as `h2c` on every request
 * of some clients, are ignored and get a normal response.
 */
export const upgrades = { shouldUpgradeCallback: isLiveRequest }
