export const integrationEvents = {
  'integration.connected': 'A user connected a service with their own secret.',
  'integration.updated': 'The settings or the secret of a connected service changed.',
  'integration.disconnected': 'A service was disconnected and its secret deleted.',
} as const
