import { sql } from '../../database/sql.ts'
import type { Queries } from '../../database/connect.ts'
import type { Follower } from '../../operations/follow-journal.ts'
import type { JournalRow } from '../../database/journal.ts'
import { newId } from '../../platform/ids.ts'

/*
 * SQL conditions for the events in the journal `j` that a webhook `w` receives. They apply when a delivery is inserted
 * and again when it is sent:
 *   only the event types that were selected for it;
 *   without a project: only events of its organization that every member can read, so no private events and no events
 *   of projects that only some members see;
 *   with a project: only the events of that project, whatever its visibility;
 *   no events from before it was created.
 */
export const seenByWebhook = sql`(j.organization_id = w.organization_id and j.private_to is null
    and case when w.project_id is not null then j.project_id is not distinct from w.project_id
        else j.project_id is null or exists (
          select 1 from projects p where p.id = j.project_id and p.visibility in ('organization', 'public')) end)`

const isSentToWebhook = sql`(${seenByWebhook} and j.at >= w.created_at
    and (w.events @> array['*'] or w.events @> array[j.type] or w.events @> array[split_part(j.type, '.', 1) || '.*']))`

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
