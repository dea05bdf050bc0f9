import type { Queries } from '../../database/connect.ts'

const [afterRead, inAnyCase] = [90, 365]

/** What was read long ago is of no use to anybody, and what nobody reads in a year neither. */
export async function purgeNotifications(db: Queries): Promise<void> {
  await db.run(
    `delete from notifications
      where at < now() - interval '${afterRead} days'
        and (read_at < now() - interval '${afterRead} days' or at < now() - interval '${inAnyCase} days')`,
  )
}
