export const passkeyEvents = {
  'passkey.added': 'A user added a passkey to their account.',
  'passkey.renamed': 'A user renamed one of their passkeys.',
  'passkey.deleted': 'A user removed a passkey from their account.',
} as const
