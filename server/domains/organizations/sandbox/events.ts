export const sandboxEvents = {
  'sandbox.created': 'A sandbox was created for test credentials.',
  'sandbox.wiped': 'The sandbox was wiped.',
} as const
