export const memoryEvents = {
  'memory.stored': 'A memory entry was stored.',
  'memory.updated': 'A memory entry was changed or superseded.',
  'memory.deleted': 'A memory entry was moved to the trash.',
  'memory.restored': 'A memory entry was restored from the trash.',
  'memory.purged':
    'A memory entry was permanently deleted, 30 days after it expired or was moved to the trash.',
  'memory.cleared': 'The memory of an agent, project or session was permanently deleted.',
  'memory.archived': 'The memory of a deleted agent was archived.',
  'memory.discarded': 'The memory of a deleted agent was moved to the trash with it.',
  'memory.returned': 'The memory of an agent was restored with it.',
} as const
