import { sql } from '../../database/sql.ts'
import { hasRole } from '../../operations/access.ts'
import { type Seer, type VisibleProjects, boundProject, visibleProjects } from './visible-projects.ts'

/**
 * Builds the filter for a table whose rows have a project, an owner, or neither. `alias` is the alias of the table and
 * `p` its project (`left join`). Rows of a project are visible with the project, owned rows to their owner only, and
 * other rows to every member. A credential bound to a project sees only its rows.
 */
export function visibleOrOwn(granted: Seer, alias: string): VisibleProjects {
  const visible = visibleProjects(granted)
  const row = sql.raw(alias)
  const orShared = hasRole(granted.organization, 'member') ? sql` or ${row}.owner_id is null` : sql.empty
  const isOwn =
    boundProject(granted) === null ? sql`(${row}.owner_id = ${granted.user.id}${orShared})` : sql`false`
  return {
    where: sql`${row}.organization_id = ${granted.organization.id} and case when ${row}.project_id is null
      then ${isOwn} else p.deleted_at is null and ${visible.where} end`,
    right: sql`case when ${row}.project_id is null then 'edit' else ${visible.right} end`,
  }
}
