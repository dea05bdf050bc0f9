export const viewEvents = {
  'view.created': 'A view of the tasks of a project was saved.',
  'view.updated': 'A view was changed, shared or made private again.',
  'view.deleted': 'A view was deleted.',
} as const
