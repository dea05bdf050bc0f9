export const agentEvents = {
  'agent.created': 'An agent was made.',
  'agent.updated': 'Fields of an agent changed.',
  'agent.deleted': 'An agent went into the trash. Its tokens ended, and its open tasks are free again.',
  'agent.restored': 'An agent came back from the trash.',
  'agent.purged': 'An agent was removed for good, 30 days after it was deleted.',
} as const
