export const skillEvents = {
  'skill.updated': 'Fields of a skill changed.',
} as const
