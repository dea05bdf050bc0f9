export const webhookEvents = {
  'webhook.created': 'A webhook was created.',
  'webhook.updated':
    'Settings of a webhook changed. The event leaves out its URL, which only managers can see.',
  'webhook.rotated': 'The secret of a webhook was rotated. The old secret also signs for 24 hours.',
  'webhook.enabled': 'A paused or disabled webhook receives events again.',
  'webhook.disabled': 'A webhook was paused, or Baton disabled it because deliveries failed.',
  'webhook.deleted': 'A webhook was deleted permanently.',
} as const
