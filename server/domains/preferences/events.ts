export const preferenceEvents = {
  'preferences.updated': 'Somebody chose how the product looks to them, or what it mails them.',
} as const
