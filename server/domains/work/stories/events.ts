export const storyEvents = {
  'story.created': 'A story was created.',
  'story.updated': 'Fields of a story changed.',
  'story.deleted': 'A story and its tasks were moved to the trash.',
  'story.restored': 'A story was restored from the trash, with the tasks deleted with it.',
  'story.purged': 'A story was permanently removed, 30 days after it was deleted.',
} as const
