import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'
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

export const notificationsQuery = (filter: NotificationFilter) => ({
  ...pagesQuery(['notifications', 'listed', filter], (cursor, signal) =>
    call('notifications.list', { ...filter, limit: 50, cursor }, { signal }),
  ),
  placeholderData: keepPreviousData,
})

/** The newest notifications, and the number of all unread ones. */
export const newestQuery = queryOptions({
  queryKey: ['notifications', 'newest'],
  queryFn: ({ signal }) => call('notifications.list', { limit: 8 }, { signal }),
})

export const notificationPreferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => call('notifications.getPreferences', {}, { signal }),
})
