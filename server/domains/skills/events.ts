export const skillEvents = {
  'skill.created': 'A skill was written or imported.',
  'skill.updated': 'A skill got a new revision, or another scope, team or slug.',
  'skill.deleted': 'A skill went into the trash.',
  'skill.restored': 'A skill came back from the trash.',
  'skill.purged': 'A skill was removed for good with its revisions, 30 days after it was deleted.',
} as const
