export const viewEvents = {
  'view.created': 'Somebody keeps a way to look at the tasks of a project.',
  'view.updated': "A view was changed, or shared, or is its owner's alone again.",
  'view.deleted': 'A view was removed.',
} as const
