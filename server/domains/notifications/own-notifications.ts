import type { Queries } from '../../database/connect.ts'
import type { Filter, SignedIn } from '../../operations/access.ts'
import {
  type NotificationWithNames,
  fromNotifications,
  notificationFromRow,
  notificationWithNames,
  isStillVisible,
} from './notification.ts'

/**
 * The caller's notifications: for a person who is signed in those of all their organizations, for a key or token those of
 * the organization that it works in.
 */
export function ownNotifications({ caller, user }: SignedIn): Filter {
  const everywhere = caller.kind === 'session' || caller.kind === 'impersonation'
  // An organization that requires a second factor shows nothing to a person without one, from wherever they ask.
  const open = `not exists (select 1 from organizations o join users u on u.id = n.user_id
     where o.id = n.organization_id and o.require_second_factor and u.second_factor_since is null)`
  return {
    where: `n.user_id = $1 and n.in_app and (not $2::boolean or n.organization_id = $3::uuid)
      and ${isStillVisible} and ${open}`,
    values: [user.id, !everywhere, caller.organization?.id ?? null],
  }
}

/** How many of these nobody has read. */
export async function countUnread(db: Queries, { where, values }: Filter): Promise<number> {
  const [row] = await db.run<{ unread: number }>(
    `select count(*)::int as unread from ${fromNotifications} where ${where} and n.read_at is null`,
    [...values],
  )
  return row!.unread
}

/** The same for several people, over all of their organizations. */
export async function unreadOf(db: Queries, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db.run<{ user_id: string; unread: number }>(
    `select n.user_id, count(*)::int as unread from ${fromNotifications}
      where n.user_id = any($1) and n.in_app and n.read_at is null and ${isStillVisible} group by n.user_id`,
    [userIds],
  )
  const counts = new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
  return new Map(userIds.map((id) => [id, counts.get(id) ?? 0]))
}

/** For the export of one's data: the newest first, as far as they still see what it is about. */
export async function exportedNotifications(db: Queries, userId: string, most: number) {
  const rows = await db.run<NotificationWithNames>(
    `select ${notificationWithNames} from ${fromNotifications}
      where n.user_id = $1 and n.in_app and ${isStillVisible} order by n.at desc, n.id desc limit ${most}`,
    [userId],
  )
  return rows.map(notificationFromRow)
}
