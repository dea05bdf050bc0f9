export const memoryEvents = {
  'memory.stored': 'Something was stored in memory.',
  'memory.updated': 'An entry of memory changed, or another took its place.',
  'memory.deleted': 'An entry of memory went into the trash.',
  'memory.restored': 'An entry of memory came back from the trash.',
  'memory.purged': 'An entry of memory was removed for good: it expired or was deleted 30 days before.',
  'memory.cleared': 'The memory of an agent, a project or a session was removed for good.',
  'memory.archived': 'The memory of an agent that was deleted was put away.',
  'memory.discarded': 'The memory of an agent that was deleted went into the trash with it.',
  'memory.returned': 'The memory of an agent came back with it.',
} as const
