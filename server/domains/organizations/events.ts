export const organizationEvents = {
  'organization.created': 'An organization was created.',
  'organization.updated': 'The settings or the plan of an organization changed.',
  'organization.transferred': 'An owner transferred the organization to another member.',
  'organization.deleted': 'An owner deleted an organization and all its data.',
  'organization.switched': 'A user switched to another of their organizations.',
} as const
