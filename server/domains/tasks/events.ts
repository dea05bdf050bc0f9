export const taskEvents = {
  'task.created': 'A task was made.',
  'task.updated': 'Fields of a task changed.',
  'task.completed': 'A task was completed.',
  'task.claimed': 'Somebody took a task, to work on it under a lease.',
  'task.released': 'A task that somebody held was given back.',
  'task.linked': 'A task was linked to another one.',
  'task.unlinked': 'A link between two tasks was taken away.',
  'task.unblocked': 'The last open task that blocked a task was closed or taken away.',
  'task.deleted': 'A task went into the trash.',
  'task.restored': 'A task came back from the trash.',
  'task.purged': 'A task was removed for good, 30 days after it was deleted.',
} as const
