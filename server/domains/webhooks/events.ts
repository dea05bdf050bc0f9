export const webhookEvents = {
  'webhook.created': 'A webhook was set up.',
  'webhook.updated': 'Settings of a webhook changed. Its address is told to nobody but those who manage it.',
  'webhook.rotated': 'A webhook got a new secret. The old one still signs for a day.',
  'webhook.enabled': 'A webhook that was paused or switched off is told of events again.',
  'webhook.disabled': 'A webhook was paused, or Baton switched it off because nothing arrives there.',
  'webhook.deleted': 'A webhook was removed, for good.',
} as const
