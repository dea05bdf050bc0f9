export const notificationEvents = {
  'notification.created': 'A notification was created or updated. data.unread is the number of unread ones.',
  'notification.read': 'A notification was marked as read or unread.',
  'notification_choices.updated': 'The notification preferences of a user changed.',
} as const
