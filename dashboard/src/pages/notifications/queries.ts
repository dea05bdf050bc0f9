import type { InputOf, OutputOf } from '../../client.ts'
import { read, readFilteredPages } from '../../read.ts'
import { asSwitch, oneOf, searchOf } from '../../routes/search.ts'
import { texts } from './texts.ts'

export type Notification = OutputOf<'notifications.list'>['items'][number]
export type NotificationKind = Notification['kind']
export type NotificationFilter = Pick<InputOf<'notifications.list'>, 'unread' | 'kind'>
export type NotificationPreferences = OutputOf<'notifications.getPreferences'>

export const readInboxSearch = searchOf({
  unread: asSwitch,
  kind: oneOf(Object.keys(texts.kinds) as NotificationKind[]),
})
export type InboxSearch = ReturnType<typeof readInboxSearch>

export function filterOf({ unread, kind }: InboxSearch): NotificationFilter {
  return { ...(unread && { unread }), ...(kind && { kind }) }
}

export const notificationsQuery = (filter: NotificationFilter) =>
  readFilteredPages('notifications.list', { ...filter, limit: 50 })

/** The newest notifications, and the number of all unread ones. */
export const newestQuery = read('notifications.list', { limit: 8 })
