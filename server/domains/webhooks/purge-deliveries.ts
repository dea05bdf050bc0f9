import type { Database } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'

export const deliveryDays = 30
const batchSize = 1000

/** Deletes old deliveries and rotated secrets that no longer sign. */
export async function purgeDeliveries(database: Database): Promise<void> {
  for (let rows = batchSize; rows === batchSize;) {
    const deleted = await database.run(
      sql`delete from webhook_deliveries where id in (
         select id from webhook_deliveries where created_at < now() - interval '${sql.raw(deliveryDays)} days'
          limit ${sql.raw(batchSize)} for update skip locked) returning 1`,
    )
    rows = deleted.length
  }
  await database.run(
    sql`update webhooks set old_secret = null, old_secret_until = null where old_secret_until < now()`,
  )
}
