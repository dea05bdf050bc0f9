export const accountEvents = {
  'user.registered': 'A user created an account.',
  'user.verified': 'A user verified their email address.',
  'user.updated': 'A user changed their profile.',
  'user.closed': 'A user scheduled their account for erasure. They can still cancel it.',
  'user.kept': 'A user cancelled the erasure of their account.',
  'user.erased': 'An account was erased. Its name and email address are deleted.',
  'password.changed': 'A user changed their password.',
  'identity.connected': 'A user connected an account of a sign-in provider.',
  'identity.updated': 'The name or email address of a connected account changed at its provider.',
  'identity.disconnected': 'A user disconnected an account of a sign-in provider.',
  'login.started': 'A user signed in on a device.',
  'login.ended': 'A signed-in device was signed out.',
} as const
