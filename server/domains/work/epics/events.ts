export const epicEvents = {
  'epic.created': 'An epic was created.',
  'epic.updated': 'An epic was changed.',
  'epic.deleted': 'An epic was moved to the trash with its stories and their tasks.',
  'epic.restored': 'An epic was restored from the trash with its stories and their tasks.',
  'epic.purged': 'An epic was permanently deleted, 30 days after it was moved to the trash.',
} as const
