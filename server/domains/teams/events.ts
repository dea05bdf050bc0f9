export const teamEvents = {
  'team.created': 'A team was created.',
  'team.updated': 'Fields of a team changed.',
  'team.deleted':
    'A team was deleted. Its projects stay in the organization and its skills with their owners.',
  'team.switched': 'A user switched their current team. Only that user receives this event.',
} as const
