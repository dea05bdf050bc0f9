export const skillEvents = {
  'skill.created': 'A skill was created or imported.',
  'skill.updated': 'A skill got a new revision, scope, team or slug.',
  'skill.deleted': 'A skill was moved to the trash.',
  'skill.restored': 'A skill was restored from the trash.',
  'skill.purged': 'A skill and its revisions were permanently removed, 30 days after it was deleted.',
} as const
