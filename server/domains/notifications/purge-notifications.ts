import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'

const [daysAfterRead, maxDays] = [90, 365]

/** Deletes notifications 90 days after they were read, or after a year. */
export async function purgeNotifications(db: Queries): Promise<void> {
  await db.run(
    sql`delete from notifications
      where at < now() - interval '1 day' * ${daysAfterRead}::int
        and (read_at < now() - interval '1 day' * ${daysAfterRead}::int or at < now() - interval '1 day' * ${maxDays}::int)`,
  )
}
