import type { ItemOf } from '../../../read.ts'

type Status = ItemOf<'announcements.list'>['status']

/** Texts of the notifications that administrators send. */
export const texts = {
  page: {
    title: 'Notifications',
    intro: 'Notify all people, an organization, a team or some people, in the app and by email.',
    send: 'New notification',
    noun: 'notifications',
    empty: { title: 'No notifications yet', text: 'Send the first one.' },
    noMatches: { title: 'No matching notifications', text: 'Choose another state to see more.' },
    table: 'Sent and scheduled notifications',
    columns: { title: 'Title', to: 'Recipients', status: 'State', read: 'Read', actions: 'Actions' },
    statusFilter: 'State',
    allStatuses: 'All states',
    read: (read: number, recipients: number) => `${read} of ${recipients}`,
    actionsFor: (title: string) => `Actions for ${title}`,
    cancel: 'Cancel sending',
    cancelled: (title: string) => `“${title}” won't be sent.`,
    confirmCancel: {
      title: (title: string) => `Cancel sending “${title}”?`,
      text: 'No one receives it.',
      action: 'Cancel sending',
    },
  },
  statuses: {
    scheduled: 'Scheduled',
    sending: 'Sending',
    sent: 'Sent',
    cancelled: 'Cancelled',
  } satisfies Record<Status, string>,
  audiences: { all: 'All people', organization: 'Organization', team: 'Team', people: 'Some people' },
  dialog: {
    title: 'New notification',
    to: 'Recipients',
    organization: 'Organization',
    organizationHint: 'Slug or id of the organization.',
    team: 'Team',
    teamHint: 'Id of the team.',
    people: 'People',
    peopleHint: 'Usernames or email addresses, one per line.',
    titleField: 'Title',
    body: 'Text',
    channels: 'Channels',
    inApp: 'In the app',
    email: 'By email',
    emailHint: 'only to people who allow it',
    sendAt: 'Time',
    sendAtHint: 'Leave empty to send it now.',
    preview: 'Preview',
    send: 'Send',
    back: 'Back',
    counts: (recipients: number, emails: number) =>
      `${recipients === 1 ? '1 person gets' : `${recipients} people get`} this notification, ${emails} by email.`,
    emailSubject: 'Email subject',
    sent: (title: string) => `“${title}” is being sent.`,
    scheduled: (title: string) => `“${title}” is scheduled.`,
  },
  kinds: {
    title: 'Kinds',
    text: 'Kinds that are off are sent to no one. People choose among the others.',
    loading: 'kinds of notifications',
    seed: 'Add missing kinds',
    seeded: (added: number) => (added === 1 ? '1 kind added.' : `${added} kinds added.`),
  },
}
