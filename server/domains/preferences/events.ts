export const preferenceEvents = {
  'preferences.updated': 'Somebody chose how the product looks to them.',
} as const
