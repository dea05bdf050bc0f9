export const agentEvents = {
  'agent.created': 'An agent was created.',
  'agent.updated': 'An agent was changed.',
  'agent.deleted': 'An agent was moved to the trash, its tokens were revoked and its open tasks unassigned.',
  'agent.restored': 'An agent was restored from the trash.',
  'agent.purged': 'An agent was permanently deleted, 30 days after it was moved to the trash.',
} as const
