import type { IncomingMessage } from 'node:http'

export const liveAddress = '/api/ws'

export function isLiveRequest({ url, headers }: IncomingMessage): boolean {
  return url?.split('?')[0] === liveAddress && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * For the HTTP server: some clients offer another protocol with every request (`Upgrade: h2c`), and are simply answered.
 * Only whoever opens a WebSocket where there is one changes over.
 */
export const upgrades = { shouldUpgradeCallback: isLiveRequest }
