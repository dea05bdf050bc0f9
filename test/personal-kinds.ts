/** Kinds that belong to one user only, whatever their role. */
export const personalKinds = [
  'aiSession',
  'communityPost',
  'issue',
  'apiKey',
  'mcpToken',
  'login',
  'passkey',
  'rememberedDevice',
  'device',
  'notification',
]
