export const notificationEvents = {
  'notification.created':
    'Somebody is told of something, or of more of it: data.unread is how much they have not read.',
  'notification.read': 'Somebody has read what they were told of, or wants it unread again.',
  'notification_choices.updated': 'Somebody chose what they are told of, and how.',
} as const
