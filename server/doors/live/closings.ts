/** Why the hub closes a connection: the code, and the sentence that goes with it. */
export const closings = {
  restart: [1012, 'The server stops. Connect again.'],
  rewound: [1012, 'The database went back to an earlier state. Connect again with the last cursor.'],
  notUnderstood: [4400, 'This message was not understood. Send JSON with a type, as the documentation says.'],
  credentialEnded: [4401, 'The credential has ended. Sign in again or make a new one.'],
  noSignOfLife: [4408, 'There was no sign of life. Connect again.'],
  leftOrganization: [4410, 'You no longer have access to this organization.'],
  tooManyMessages: [4429, 'Too many messages. Connect again, and send fewer.'],
} as const satisfies Record<string, readonly [number, string]>

/** Whoever reads too slowly is told where to go on. */
export const tooSlow = 4413
