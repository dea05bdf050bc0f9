export const organizationEvents = {
  'organization.created': 'An organization was made.',
  'organization.updated': 'Settings of an organization changed, or its plan.',
  'organization.transferred': 'An owner gave the organization to somebody else.',
  'organization.deleted': 'Somebody deleted an organization of theirs, with everything in it.',
  'organization.switched': 'Somebody works in another organization of theirs from now on.',
} as const
