export const adminEvents = {
  'user.suspended': 'Somebody was shut out of this instance.',
  'user.unsuspended': 'Somebody who was shut out may come in again.',
  'setting.updated': 'An administrator changed a setting of the instance.',
} as const
