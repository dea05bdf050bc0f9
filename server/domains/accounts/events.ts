export const accountEvents = {
  'user.registered': 'Somebody made an account.',
  'user.verified': 'Somebody proved that their e-mail address is theirs.',
  'user.updated': 'Somebody changed what others see of them.',
  'user.closed': 'Somebody asked for their account to be erased. They can still change their mind.',
  'user.kept': 'Somebody changed their mind and keeps their account.',
  'user.erased': 'An account was erased: who it was is no longer known.',
  'password.changed': 'Somebody chose a new password.',
  'identity.connected': 'An account at another provider now opens an account here.',
  'identity.updated': 'A connected account has another name or address at its provider.',
  'identity.disconnected': 'An account at another provider opens an account here no longer.',
  'login.started': 'Somebody signed in on a device.',
  'login.ended': 'A signed-in device was signed out.',
} as const
