import type { NotificationKind } from './queries.ts'

/** Texts of the inbox, its notifications and the notification settings. */
export const texts = {
  inboxPage: {
    title: 'Inbox',
    titleWithUnread: (unread: number) => `(${unread}) Inbox`,
    readAll: 'Mark all as read',
    settings: 'Notification settings',
    readFilter: { label: 'Read status', options: { all: 'All', unread: 'Unread' } },
    kindFilter: { label: 'Kind', all: 'All kinds' },
    noun: 'notifications',
    more: 'Show older notifications',
    shortcuts: 'Arrow keys or J and K: select. Enter: open. E: mark as read or unread.',
    noMatches: { title: 'No matching notifications', text: 'Choose another kind to see more.' },
    noUnread: { title: 'No unread notifications', text: 'New notifications appear here.' },
    empty: {
      title: 'No notifications yet',
      text: 'Assignments, mentions, review requests and unblocked tasks appear here.',
    },
  },

  kinds: {
    assigned: 'Assigned to you',
    mentioned: 'Mentions',
    review_requested: 'Review requests',
    changes_requested: 'Requested changes',
    gate_reopened: 'Reopened gates',
    question_asked: 'Questions of agents',
    conflict: 'Conflicts',
    unblocked: 'Unblocked tasks',
    watched: 'Watched tasks',
    invited: 'Invitations',
    session_ended: 'Ended sessions',
    issue_updated: 'Issues',
    marketplace: 'Marketplace',
    post_moderated: 'Community posts',
    tunnel_asked: 'Requests on your machines',
    tunnel_state: 'Your machines',
    security: 'Security',
    announcement: 'Announcements',
  } satisfies Record<NotificationKind, string>,

  notificationLine: {
    unread: 'Unread: ',
    times: ' times',
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
  },

  notificationChanges: {
    readFailed: "Couldn't mark the notification as read.",
    unreadFailed: "Couldn't mark the notification as unread.",
    readAllFailed: "Couldn't mark your notifications as read.",
  },

  settingsPage: {
    title: 'Notifications',
    intro: "Choose where you receive each kind of notification. Your own actions don't notify you.",
    loading: 'your notification settings',
    kinds: 'Kinds of notifications',
    inApp: 'In the app',
    inAppLabel: (kind: string) => `${kind}: in the app`,
    emailLabel: (kind: string) => `${kind}: by email`,
    emailOptions: { never: 'No email', at_once: 'Immediate email', digest: 'In the digest' },
    digest: {
      title: 'Digest',
      intro: "One email with all notifications that you chose for the digest. Empty digests aren't sent.",
      frequency: 'Frequency',
      frequencies: { daily: 'Daily', weekly: 'Weekly' },
      hints: { daily: 'Every morning.', weekly: 'Every Monday morning.' },
    },
  },
}
