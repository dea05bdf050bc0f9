import type { Queries } from '../../database/connect.ts'
import type { Follower } from '../../operations/follow-journal.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { isSentToWebhook } from './sent-events.ts'

/** Follows the journal and inserts a delivery for each event and webhook. Skips events before the first start. */
export function writeDeliveries(wake: () => void): Follower {
  return {
    name: 'webhooks',
    begins: 'now',
    async take(rows, db, afterCommit) {
      const inserted = await insertDeliveries(rows, db)
      if (inserted > 0) afterCommit(wake)
    },
  }
}

/** Returns whether any webhook is active. Most instances have none and can skip the journal. */
export async function hasActiveWebhooks(db: Queries): Promise<boolean> {
  return (await db.run(sql`select 1 from webhooks where active limit 1`)).length > 0
}

async function insertDeliveries(rows: JournalRow[], db: Queries): Promise<number> {
  // Locks the webhooks until commit, so that a concurrent pause also stops these deliveries.
  const deliveries = await db.run<object>(
    sql`select w.id as webhook_id, w.organization_id, j.id as event_id, j.type as event_type
       from journal j join webhooks w on w.active and ${isSentToWebhook}
      where j.id = any(${rows.map(({ id }) => id)}) order by j.xid, j.seq, w.id for share of w`,
  )
  if (deliveries.length === 0) return 0
  await db.run(
    sql`insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event_type, due_at)
     select id, organization_id, webhook_id, event_id, event_type, now()
       from jsonb_to_recordset(${JSON.stringify(deliveries.map((each) => ({ id: newId(), ...each })))}::jsonb)
         as new_deliveries(id uuid, organization_id uuid, webhook_id uuid, event_id uuid, event_type text)
     on conflict do nothing`,
  )
  return deliveries.length
}
