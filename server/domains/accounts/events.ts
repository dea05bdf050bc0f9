export const accountEvents = {
  'user.registered': 'Somebody made an account.',
  'organization.created': 'An organization was made.',
  'login.started': 'Somebody signed in on a device.',
  'login.ended': 'A signed-in device was signed out.',
} as const
