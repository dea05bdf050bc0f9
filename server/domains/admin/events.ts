export const adminEvents = {
  'user.suspended': 'An administrator suspended a user.',
  'user.unsuspended': 'An administrator unsuspended a user.',
  'setting.updated': 'An administrator changed a setting of the instance.',
} as const
