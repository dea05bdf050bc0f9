export const activityEvents = {
  'activity.logged': 'A user or agent logged an entry under a custom type: see data.',
} as const
