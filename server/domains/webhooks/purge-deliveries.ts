import type { Database } from '../../database/connect.ts'

export const deliveryDays = 30
const atOnce = 1000

/** Removes what is older from the log, and secrets that no longer sign. */
export async function purgeDeliveries(database: Database): Promise<void> {
  for (let rows = atOnce; rows === atOnce;) {
    const gone = await database.run(
      `delete from webhook_deliveries where id in (
         select id from webhook_deliveries where created_at < now() - interval '${deliveryDays} days'
          limit ${atOnce} for update skip locked) returning 1`,
    )
    rows = gone.length
  }
  await database.run(
    'update webhooks set old_secret = null, old_secret_until = null where old_secret_until < now()',
  )
}
