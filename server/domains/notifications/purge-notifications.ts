import type { Queries } from '../../database/connect.ts'

const [daysAfterRead, maxDays] = [90, 365]

/** Deletes notifications 90 days after they were read, or after a year. */
export async function purgeNotifications(db: Queries): Promise<void> {
  await db.run(
    `delete from notifications
      where at < now() - interval '${daysAfterRead} days'
        and (read_at < now() - interval '${daysAfterRead} days' or at < now() - interval '${maxDays} days')`,
  )
}
