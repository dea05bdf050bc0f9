import type { QueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import { homeQuery } from '../../queries.ts'
import { type Notification, newestQuery } from './queries.ts'
import { texts } from './texts.ts'

const { notificationChanges } = texts

/** Marks a notification as read or unread. */
export function useReadNotification() {
  return useChange({
    kinds: ['notification'],
    show(cache, { notification, read }: { notification: Notification; read: boolean }) {
      const change = notification.readAt === null ? Number(read) : -Number(!read)
      patch(
        cache,
        (each) => (each.id === notification.id ? { ...each, readAt: read ? now() : null } : each),
        (unread) => Math.max(0, unread - change),
      )
    },
    send: ({ notification, read }) => call('notifications.read', { notification: notification.id, read }),
    failed: ({ read }) => (read ? notificationChanges.readFailed : notificationChanges.unreadFailed),
  })
}

export function useReadAllNotifications() {
  return useChange({
    kinds: ['notification'],
    show: (cache, _: void) =>
      patch(
        cache,
        (each) => ({ ...each, readAt: each.readAt ?? now() }),
        () => 0,
      ),
    send: () => call('notifications.readAll', {}),
    failed: () => notificationChanges.readAllFailed,
  })
}

const now = () => new Date().toISOString()

function patch(
  cache: QueryClient,
  change: (notification: Notification) => Notification,
  count: (unread: number) => number,
): void {
  changeItems(cache, 'notifications.list', {}, (items) => items.map(change))
  cache.setQueryData(
    homeQuery.queryKey,
    (home) => home && { ...home, mentions: home.mentions.filter((each) => change(each).readAt === null) },
  )
  cache.setQueryData(
    newestQuery.queryKey,
    (known) => known && { ...known, items: known.items.map(change), unread: count(known.unread) },
  )
}
