export const epicEvents = {
  'epic.created': 'An epic was made.',
  'epic.updated': 'Fields of an epic changed.',
  'epic.deleted': 'An epic went into the trash, with its stories and their tasks.',
  'epic.restored': 'An epic came back from the trash, with what went with it.',
  'epic.purged': 'An epic was removed for good, 30 days after it was deleted.',
} as const
