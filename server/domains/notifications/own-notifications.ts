import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { SignedIn, VisibleRows } from '../../operations/access.ts'
import {
  type NotificationWithNames,
  fromNotifications,
  notificationFromRow,
  notificationWithNames,
  isStillVisible,
} from './notification.ts'

/**
 * Builds the filter for the caller's notifications. A signed-in user gets those of all their organizations; a key or
 * token gets those of its organization.
 */
export function ownNotifications({ caller, user }: SignedIn): VisibleRows {
  const isEverywhere = caller.kind === 'session' || caller.kind === 'impersonation'
  const inOrganization = isEverywhere
    ? sql.empty
    : sql` and n.organization_id = ${caller.organization?.id ?? null}::uuid`
  // An organization that requires a second factor hides everything from users without one.
  const hasRequiredFactor = sql`not exists (select 1 from organizations o join users u on u.id = n.user_id
     where o.id = n.organization_id and o.require_second_factor and u.second_factor_since is null)`
  return {
    where: sql`n.user_id = ${user.id} and n.in_app${inOrganization} and ${isStillVisible} and ${hasRequiredFactor}`,
  }
}

/** Counts the unread notifications that match the filter. */
export async function countUnread(db: Queries, { where }: VisibleRows): Promise<number> {
  const [row] = await db.run<{ unread: number }>(
    sql`select count(*)::int as unread from ${fromNotifications} where ${where} and n.read_at is null`,
  )
  return row!.unread
}

/** Counts the unread notifications of each user in all their organizations. */
export async function countUnreadByUser(db: Queries, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db.run<{ user_id: string; unread: number }>(
    sql`select n.user_id, count(*)::int as unread from ${fromNotifications}
      where n.user_id = any(${userIds}) and n.in_app and n.read_at is null and ${isStillVisible} group by n.user_id`,
  )
  const counts = new Map(rows.map(({ user_id, unread }) => [user_id, unread]))
  return new Map(userIds.map((id) => [id, counts.get(id) ?? 0]))
}

/** Returns the newest visible notifications for the account export. */
export async function exportedNotifications(db: Queries, userId: string, maxRows: number) {
  const rows = await db.run<NotificationWithNames>(
    sql`select ${notificationWithNames} from ${fromNotifications}
      where n.user_id = ${userId} and n.in_app and ${isStillVisible} order by n.at desc, n.id desc limit ${maxRows}`,
  )
  return rows.map(notificationFromRow)
}

const [daysAfterRead, maxDays] = [90, 365]

/** Deletes notifications 90 days after they were read, or after a year. */
export async function purgeNotifications(db: Queries): Promise<void> {
  await db.run(
    sql`delete from notifications
      where at < now() - interval '1 day' * ${daysAfterRead}::int
        and (read_at < now() - interval '1 day' * ${daysAfterRead}::int or at < now() - interval '1 day' * ${maxDays}::int)`,
  )
}
