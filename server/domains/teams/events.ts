export const teamEvents = {
  'team.created': 'A team was made.',
  'team.updated': 'Fields of a team changed.',
  'team.deleted': 'A team was removed. Its projects stay in the organization, its skills with their owners.',
  'team.switched': 'Somebody chose the team that they work in. Nobody else is told.',
} as const
