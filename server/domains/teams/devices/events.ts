export const deviceEvents = {
  'device.registered': 'A user registered a device.',
  'device.updated': 'The name or platform of a device changed.',
  'device.removed': 'A user removed a device.',
} as const
