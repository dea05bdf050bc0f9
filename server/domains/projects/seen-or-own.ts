import { hasRole } from '../../operations/access.ts'
import { type Seer, type SeenProjects, projectsSeenBy } from './visible-projects.ts'

/**
 * What of a table somebody sees whose rows may be in a project, and otherwise have an owner or nobody. `row` is the alias
 * of the table, `p` its project, if there is one (`left join`). What is in a project is seen with that; what has an owner
 * is theirs alone; the rest is every member's. The parameters are those of `projectsSeenBy`. A credential that is bound to
 * a project reaches nothing beside that.
 */
export function seenOrOwn(asking: Seer, row: string): SeenProjects {
  const visible = projectsSeenBy(asking)
  const everybodys = hasRole(asking.organization, 'member') ? ` or ${row}.owner_id is null` : ''
  return {
    where: `${row}.organization_id = $1 and case when ${row}.project_id is null
      then $4::uuid is null and (${row}.owner_id = $3${everybodys})
      else p.deleted_at is null and ${visible.where} end`,
    right: `case when ${row}.project_id is null then 'edit' else ${visible.right} end`,
    values: visible.values,
  }
}
