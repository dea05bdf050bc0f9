export const secondFactorEvents = {
  'second_factor.enabled': 'A user turned on their second factor.',
  'second_factor.updated': 'A user replaced or removed their authenticator app. The second factor stays on.',
  'second_factor.disabled': 'A user turned off their second factor.',
  'second_factor.reset': 'An administrator removed the second factor of a user who was locked out.',
  'second_factor.failed': 'A sign-in with the right first factor ended after too many wrong second factors.',
  'recovery_codes.replaced': 'A user created new recovery codes. The old ones stopped working.',
  'recovery_codes.used': 'A user signed in with a recovery code.',
  'remembered_device.added': 'A user chose not to be asked for the second factor on a device.',
  'remembered_device.removed':
    'A device is no longer remembered: the next sign-in asks for the second factor.',
} as const
