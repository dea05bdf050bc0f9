export const adminEvents = {
  'user.suspended': 'Somebody was shut out of this instance.',
  'user.unsuspended': 'Somebody who was shut out may come in again.',
} as const
