/** Encodes an unmasked WebSocket text frame (RFC 6455, section 5.2), to be written to many sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeUInt32BE(0, 2)
    frame.writeUInt32BE(length, 6)
  }
  frame.write(text, head)
  return frame
}

/** A message from the hub to a client. */
export interface Message {
  type: string
  [field: string]: unknown
}

export function messageFrame(message: Message): Buffer {
  return textFrame(JSON.stringify(message))
}

export const pingFrame = Buffer.from([0x89, 0x00])
export const pongFrame = messageFrame({ type: 'pong' })

/** Close codes of the hub with their reasons. */
export const closings = {
  restart: [1012, 'The server is stopping. Reconnect.'],
  rewound: [1012, 'The database was restored to an earlier state. Reconnect with the last cursor.'],
  invalidMessage: [4400, 'Invalid message. Send JSON text with a known "type". See docs/hub.md.'],
  credentialEnded: [4401, 'The credential has expired or was revoked. Sign in again or create a new one.'],
  heartbeatTimeout: [4408, 'The heartbeat timed out. Reconnect.'],
  replayFailed: [1011, 'Past events could not be read. Reconnect with the last cursor.'],
  leftOrganization: [4410, 'You no longer have access to this organization.'],
  tooManyMessages: [4429, 'Too many messages. Reconnect and send fewer.'],
} as const satisfies Record<string, readonly [number, string]>

/** Close code for slow readers. The reason is the cursor to resume from. */
export const tooSlow = 4413
