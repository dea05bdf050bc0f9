export const storyEvents = {
  'story.created': 'A story was made.',
  'story.updated': 'Fields of a story changed.',
  'story.deleted': 'A story went into the trash, with its tasks.',
  'story.restored': 'A story came back from the trash, with what went with it.',
  'story.purged': 'A story was removed for good, 30 days after it was deleted.',
} as const
