import { keepPreviousData } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../client.ts'
import { read, readPages } from '../../read.ts'
import { asSwitch, oneOf, searchOf } from '../../routes/search.ts'

export type Notification = OutputOf<'notifications.list'>['items'][number]
export type NotificationKind = Notification['kind']
export type NotificationFilter = Pick<InputOf<'notifications.list'>, 'unread' | 'kind'>
export type NotificationPreferences = OutputOf<'notifications.getPreferences'>

/** What one is told of, as the inbox calls it. */
export const kindNames: Record<NotificationKind, string> = {
  assigned: 'Assigned to you',
  mentioned: 'Mentions',
  review_requested: 'Reviews to do',
  changes_requested: 'Changes requested',
  unblocked: 'Unblocked',
  invited: 'Invitations',
  session_ended: 'Ended sessions',
  tunnel_state: 'Tunnels',
  security: 'Security',
  announcement: 'Announcements',
}

export const readInboxSearch = searchOf({
  unread: asSwitch,
  kind: oneOf(Object.keys(kindNames) as NotificationKind[]),
})
export type InboxSearch = ReturnType<typeof readInboxSearch>

export function filterOf({ unread, kind }: InboxSearch): NotificationFilter {
  return { ...(unread && { unread }), ...(kind && { kind }) }
}

export const notificationsQuery = (filter: NotificationFilter) => ({
  ...readPages('notifications.list', { ...filter, limit: 50 }),
  placeholderData: keepPreviousData,
})

/** The newest, and how many of all are unread. */
export const newestQuery = read('notifications.list', { limit: 8 })
