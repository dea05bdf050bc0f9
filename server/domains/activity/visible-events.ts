import { type Filter, type InOrganization, hasRole } from '../../operations/access.ts'
import { projectsSeenBy } from '../projects/access.ts'

/**
 * The rows of the journal that somebody reads: what concerns the projects that they see, and them alone; for members,
 * also what concerns the whole organization. For a credential that is bound to a project, nothing but what is in that.
 */
export function eventsSeenBy(asking: InOrganization): Filter {
  const visible = projectsSeenBy(asking)
  const toAll = hasRole(asking.organization, 'member') ? 'true' : 'private_to is not null'
  return {
    where: `organization_id = $1
    and (private_to is null or private_to = $3)
    and ((project_id is null and $4::uuid is null and ${toAll})
      or exists (select 1 from projects p where p.id = project_id and ${visible.where}))`,
    values: visible.values,
  }
}
