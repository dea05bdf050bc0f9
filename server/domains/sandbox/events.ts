export const sandboxEvents = {
  'sandbox.created': 'A sandbox was made for test credentials.',
  'sandbox.wiped': 'Everything in the sandbox was removed.',
} as const
