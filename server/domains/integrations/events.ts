export const integrationEvents = {
  'integration.connected': 'Somebody set up another service with a secret of their own.',
  'integration.updated': 'Settings of a connected service changed, or its secret was replaced.',
  'integration.disconnected': 'A service was disconnected, and its secret forgotten.',
} as const
