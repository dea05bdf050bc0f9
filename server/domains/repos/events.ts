export const repoEvents = {
  'repo.created': 'A repository was connected to a project.',
  'repo.updated': 'The name, branch or token of a connected repository changed.',
  'repo.synced': 'A repository was read, and its contents changed.',
  'repo.failed': 'A repository could not be read.',
  'repo.described': 'Instructions for assistants were generated from a repository and its project.',
  'repo.deleted': 'A repository was disconnected, and its token deleted.',
  'repo.restored': 'A repository was restored from the trash.',
  'repo.purged': 'A repository was permanently deleted, 30 days after it was disconnected.',
} as const
