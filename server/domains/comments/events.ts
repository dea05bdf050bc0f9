export const commentEvents = {
  'comment.created': 'Something was said about an epic, story, task or feature.',
  'comment.updated': 'A comment was edited.',
  'comment.deleted': 'A comment went into the trash.',
  'comment.restored': 'A comment came back from the trash.',
  'comment.purged': 'A comment was removed for good, 30 days after it was deleted.',
} as const
