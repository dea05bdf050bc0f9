import type { InputOf, OutputOf } from '../../client.ts'
import { read, readFilteredPages } from '../../read.ts'
import { asSwitch, oneOf, searchOf } from '../../routes/search.ts'

export type Notification = OutputOf<'notifications.list'>['items'][number]
export type NotificationKind = Notification['kind']
export type NotificationFilter = Pick<InputOf<'notifications.list'>, 'unread' | 'kind'>
export type NotificationPreferences = OutputOf<'notifications.getPreferences'>

/** Not from the texts, because every page loads the routes. */
const kinds: Record<NotificationKind, true> = {
  assigned: true,
  mentioned: true,
  review_requested: true,
  changes_requested: true,
  gate_reopened: true,
  question_asked: true,
  conflict: true,
  unblocked: true,
  watched: true,
  invited: true,
  session_ended: true,
  issue_updated: true,
  marketplace: true,
  post_moderated: true,
  tunnel_asked: true,
  tunnel_state: true,
  security: true,
  announcement: true,
}

export const readInboxSearch = searchOf({
  unread: asSwitch,
  kind: oneOf(Object.keys(kinds) as NotificationKind[]),
})
export type InboxSearch = ReturnType<typeof readInboxSearch>

export function filterOf({ unread, kind }: InboxSearch): NotificationFilter {
  return { ...(unread && { unread }), ...(kind && { kind }) }
}

export const notificationsQuery = (filter: NotificationFilter) =>
  readFilteredPages('notifications.list', { ...filter, limit: 50 })

/** The newest notifications, and the number of all unread ones. */
export const newestQuery = read('notifications.list', { limit: 8 })
