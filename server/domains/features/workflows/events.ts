export const workflowEvents = {
  'workflow.created': 'A workflow was created.',
  'workflow.updated': 'A workflow was changed. Existing features keep the gates they started with.',
  'workflow.deleted': 'A workflow was moved to the trash.',
  'workflow.restored': 'A workflow was restored from the trash.',
  'workflow.purged': 'A workflow was permanently deleted, 30 days after it was moved to the trash.',
} as const
