export const repoEvents = {
  'repo.created': 'A repository was connected to a project.',
  'repo.updated': 'How a repository is connected changed: its name, its branch, or its token was replaced.',
  'repo.synced': 'A repository was read again, and something there is new.',
  'repo.failed': 'A repository could not be read.',
  'repo.described': 'Instructions for assistants were generated from a repository and its project.',
  'repo.deleted': 'A repository was disconnected, and its token forgotten.',
  'repo.restored': 'A repository came back from the trash.',
  'repo.purged': 'A repository was removed for good, 30 days after it was disconnected.',
} as const
