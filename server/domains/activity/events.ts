export const activityEvents = {
  'activity.logged': 'Somebody told of something themselves, under a word of their own: see data.',
} as const
