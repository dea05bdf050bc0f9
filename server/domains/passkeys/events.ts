export const passkeyEvents = {
  'passkey.added': 'Somebody added a passkey to their account.',
  'passkey.renamed': 'Somebody renamed one of their passkeys.',
  'passkey.deleted': 'Somebody removed a passkey from their account.',
} as const
