export const preferenceEvents = {
  'preferences.updated': 'A user changed their preferences.',
} as const
