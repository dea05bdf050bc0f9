import type { Filter, InOrganization } from '../../operations/access.ts'
import { hasRole } from '../../operations/access.ts'
import { projectsSeenBy } from '../projects/access.ts'

/**
 * Builds SQL on `e` for the entries that a user can see. `e` is the index, or a source with the same columns. The four
 * parameters of `projectsSeenBy` come first.
 *   with a project        users who can view the project
 *   with an owner         the owner
 *   with a team           its members, and admins
 *   of the organization   its members
 *   of no organization    everyone
 * Guests and credentials that are bound to a project see only entries of projects and built-in content.
 */
export function entriesSeenBy(granted: InOrganization, { includeBuiltIn = true } = {}): Filter {
  const { where, values } = projectsSeenBy(granted)
  const isBound = granted.caller.projectId !== null
  const isAdmin = hasRole(granted.organization, 'admin')
  const alternatives = [
    `e.project_id in (select p.id from projects p where ${where} and p.deleted_at is null)`,
  ]
  if (!isBound) alternatives.push('e.project_id is null and e.owner_id = $3')
  if (!isBound && hasRole(granted.organization, 'member')) {
    const ofTeam = isAdmin
      ? 'true'
      : 'e.team_id in (select tm.team_id from team_members tm where tm.user_id = $3)'
    alternatives.push(`e.project_id is null and e.owner_id is null and (e.team_id is null or ${ofTeam})`)
  }
  const inOrganization = `e.organization_id = $1 and (${alternatives.join(' or ')})`
  return {
    where: includeBuiltIn ? `(${inOrganization} or e.organization_id is null)` : inOrganization,
    values: [...values],
  }
}
