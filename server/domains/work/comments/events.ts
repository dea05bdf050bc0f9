export const commentEvents = {
  'comment.created': 'A comment was added to an epic, story, task or feature.',
  'comment.updated': 'A comment was edited.',
  'comment.deleted': 'A comment was moved to the trash.',
  'comment.restored': 'A comment was restored from the trash.',
  'comment.purged': 'A comment was permanently deleted, 30 days after it was moved to the trash.',
} as const
