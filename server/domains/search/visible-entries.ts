import { type Sql, sql } from '../../database/sql.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import { visibleProjects } from '../projects/access.ts'

/**
 * Builds SQL on `e` for the entries that a user can see. `e` is the index, or a source with the same columns.
 *   with a project        users who can view the project
 *   with an owner         the owner
 *   with a team           its members, and admins
 *   of the organization   its members
 *   of no organization    everyone
 * Guests and credentials that are bound to a project see only entries of projects and built-in content.
 */
export function entriesVisibleTo(granted: InOrganization, { includeBuiltIn = true } = {}): Sql {
  const { organization, user } = granted
  const isBound = granted.caller.projectId !== null
  const alternatives = [
    sql`e.project_id in (select p.id from projects p where ${visibleProjects(granted).where} and p.deleted_at is null)`,
  ]
  if (!isBound) alternatives.push(sql`e.project_id is null and e.owner_id = ${user.id}`)
  if (!isBound && hasRole(organization, 'member')) {
    const ofTeam = hasRole(organization, 'admin')
      ? sql`true`
      : sql`e.team_id in (select tm.team_id from team_members tm where tm.user_id = ${user.id})`
    alternatives.push(sql`e.project_id is null and e.owner_id is null and (e.team_id is null or ${ofTeam})`)
  }
  const inOrganization = sql`e.organization_id = ${organization.id} and (${sql.join(alternatives, ' or ')})`
  return includeBuiltIn ? sql`(${inOrganization} or e.organization_id is null)` : inOrganization
}
