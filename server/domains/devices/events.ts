export const deviceEvents = {
  'device.registered': 'Somebody registered one of their machines.',
  'device.updated': 'Somebody renamed one of their machines, or it has another system now.',
  'device.removed': 'Somebody removed one of their machines.',
} as const
