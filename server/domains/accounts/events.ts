export const accountEvents = {
  'user.registered': 'Somebody made an account.',
  'user.verified': 'Somebody proved that their e-mail address is theirs.',
  'password.changed': 'Somebody chose a new password.',
  'identity.connected': 'An account at another provider now opens an account here.',
  'identity.updated': 'A connected account has another name or address at its provider.',
  'identity.disconnected': 'An account at another provider opens an account here no longer.',
  'organization.created': 'An organization was made.',
  'login.started': 'Somebody signed in on a device.',
  'login.ended': 'A signed-in device was signed out.',
} as const
