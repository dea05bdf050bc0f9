import { type Sql, sql } from '../../database/sql.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import { visibleProjects } from '../projects/access.ts'
import { boundProject } from '../projects/visible-projects.ts'

/**
 * Returns a filter for the journal rows that the caller can read: events of visible projects and their own private
 * events. Members also read events of the whole organization. A project-bound credential reads only its project.
 */
export function eventsVisibleTo(granted: InOrganization): Sql {
  const { organization, user } = granted
  const isPrivate = hasRole(organization, 'member') ? sql.empty : sql` and private_to is not null`
  const outsideProjects = boundProject(granted) === null ? sql`project_id is null${isPrivate} or ` : sql.empty
  return sql`organization_id = ${organization.id} and (private_to is null or private_to = ${user.id})
    and (${outsideProjects}exists (
      select 1 from projects p where p.id = project_id and ${visibleProjects(granted).where}))`
}
