import { sql } from '../../database/sql.ts'
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

export const isSentToWebhook = sql`(${seenByWebhook} and j.at >= w.created_at
    and (w.events @> array['*'] or w.events @> array[j.type] or w.events @> array[split_part(j.type, '.', 1) || '.*']))`
