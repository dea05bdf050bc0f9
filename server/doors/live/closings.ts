/** Close codes of the hub with their reasons. */
export const closings = {
  restart: [1012, 'The server is stopping. Reconnect.'],
  rewound: [1012, 'The database was restored to an earlier state. Reconnect with the last cursor.'],
  invalidMessage: [4400, 'Invalid message. Send JSON text with a known "type". See docs/hub.md.'],
  credentialEnded: [4401, 'The credential has expired or was revoked. Sign in again or create a new one.'],
  heartbeatTimeout: [4408, 'The heartbeat timed out. Reconnect.'],
  leftOrganization: [4410, 'You no longer have access to this organization.'],
  tooManyMessages: [4429, 'Too many messages. Reconnect and send fewer.'],
} as const satisfies Record<string, readonly [number, string]>

/** Close code for slow readers. The reason is the cursor to resume from. */
export const tooSlow = 4413
