import type { Filter, InOrganization } from '../../operations/access.ts'
import { hasRole } from '../../operations/access.ts'
import { projectsSeenBy } from '../projects/access.ts'

/**
 * What of the index somebody sees, as SQL on the columns of `e`; or on the same columns of what it tells of. Its four
 * parameters are those of `projectsSeenBy`, and come first.
 *   in a project          whoever sees the project
 *   of a person           that person
 *   of a team             who is in it, and admins
 *   of the organization   its members
 *   of no organization    everybody
 * Guests, and credentials of one project, see what is in projects and what comes with Baton.
 */
export function entriesSeenBy(asking: InOrganization, { comingWithBaton = true } = {}): Filter {
  const { where, values } = projectsSeenBy(asking)
  const bound = asking.caller.projectId !== null
  const admin = hasRole(asking.organization, 'admin')
  const ways = [`e.project_id in (select p.id from projects p where ${where} and p.deleted_at is null)`]
  if (!bound) ways.push('e.project_id is null and e.owner_id = $3')
  if (!bound && hasRole(asking.organization, 'member')) {
    const ofTeam = admin
      ? 'true'
      : 'e.team_id in (select tm.team_id from team_members tm where tm.user_id = $3)'
    ways.push(`e.project_id is null and e.owner_id is null and (e.team_id is null or ${ofTeam})`)
  }
  const inOrganization = `e.organization_id = $1 and (${ways.join(' or ')})`
  return {
    where: comingWithBaton ? `(${inOrganization} or e.organization_id is null)` : inOrganization,
    values: [...values],
  }
}
