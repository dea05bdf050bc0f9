export const taskEvents = {
  'task.created': 'A task was created.',
  'task.updated': 'Fields of a task changed.',
  'task.completed': 'A task was completed.',
  'task.claimed': 'A task was claimed under a lease.',
  'task.released': 'A claimed task was released.',
  'task.linked': 'A task was linked to another one.',
  'task.unlinked': 'A link between two tasks was removed.',
  'task.unblocked': 'The last open blocker of a task was closed or removed.',
  'task.deleted': 'A task was moved to the trash.',
  'task.restored': 'A task was restored from the trash.',
  'task.purged': 'A task was permanently removed, 30 days after it was deleted.',
} as const
