/*
 * What a webhook `w` is told of the journal `j`, said once for whoever writes a delivery down and for whoever sends it:
 *   the types of events that were chosen for it;
 *   of its organization, what every member could read: nothing that concerns one person alone, and nothing of a project
 *   that only some of them see;
 *   if an admin has bound it to a project, what is in that project, whoever sees it, and nothing else;
 *   nothing from before it was set up.
 */
export const seenByWebhook = `(j.organization_id = w.organization_id and j.private_to is null
    and case when w.project_id is not null then j.project_id is not distinct from w.project_id
        else j.project_id is null or exists (
          select 1 from projects p where p.id = j.project_id and p.visibility in ('organization', 'public')) end)`

export const isSentToWebhook = `(${seenByWebhook} and j.at >= w.created_at
    and (w.events @> array['*'] or w.events @> array[j.type] or w.events @> array[split_part(j.type, '.', 1) || '.*']))`
