export const workflowEvents = {
  'workflow.created': 'A workflow was made.',
  'workflow.updated':
    'Fields of a workflow changed. Features on their way keep the gates that they began with.',
  'workflow.deleted': 'A workflow went into the trash.',
  'workflow.restored': 'A workflow came back from the trash.',
  'workflow.purged': 'A workflow was removed for good, 30 days after it was deleted.',
} as const
