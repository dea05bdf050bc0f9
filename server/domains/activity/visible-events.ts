import { type Filter, type InOrganization, hasRole } from '../../operations/access.ts'
import { projectsSeenBy } from '../projects/access.ts'

/**
 * Returns a filter for the journal rows that the caller can read: events of visible projects and their own private
 * events. Members also read events of the whole organization. A project-bound credential reads only its project.
 */
export function eventsSeenBy(granted: InOrganization): Filter {
  const visible = projectsSeenBy(granted)
  const organizationEvents = hasRole(granted.organization, 'member') ? 'true' : 'private_to is not null'
  return {
    where: `organization_id = $1
    and (private_to is null or private_to = $3)
    and ((project_id is null and $4::uuid is null and ${organizationEvents})
      or exists (select 1 from projects p where p.id = project_id and ${visible.where}))`,
    values: visible.values,
  }
}
