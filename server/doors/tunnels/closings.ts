import { protocolError } from '../../platform/multiplexer.ts'

/** Close codes of both sockets with their reasons. docs/tunnel-protocol.md lists them. */
export const closings = {
  failed: [1011, 'The service could not process a message. Reconnect.'],
  restart: [1012, 'The server is stopping. Reconnect.'],
  invalidMessage: [protocolError, 'The other end sent an invalid message. Update "baton".'],
  accessEnded: [4401, 'The access has ended: the credential or the tunnel was revoked.'],
  heartbeatTimeout: [4408, 'The heartbeat timed out. Reconnect.'],
  replaced: [4409, 'A newer connection of this machine replaced this one.'],
  tooSlow: [4413, 'The client reads too slowly.'],
} as const satisfies Record<string, readonly [number, string]>
