import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { Scopes } from '../../operations/sync-kind.ts'
import { boundProject, visibleProjects } from '../projects/visible-projects.ts'

/** Reads what the caller can see in the organization. Lists are sorted, so that equal scopes compare as equal. */
export async function readScopes(db: Queries, granted: InOrganization): Promise<Scopes> {
  const { user, organization } = granted
  const isBound = boundProject(granted) !== null
  const seesOrganization = !isBound && hasRole(organization, 'member')
  const [projects, teams] = await Promise.all([
    db.run<{ id: string }>(
      sql`select p.id from projects p where ${visibleProjects(granted).where} and p.deleted_at is null order by p.id`,
    ),
    seesOrganization ? readTeams(db, granted) : [],
  ])
  return {
    organizationId: organization.id,
    projects: projects.map(({ id }) => id),
    teams: teams.map(({ id }) => id),
    organization: seesOrganization,
    user: isBound ? null : user.id,
    ...(isBound && { owner: user.id }),
    ...(granted.caller.kind === 'impersonation' && { owner: null }),
  }
}

/** Returns the teams whose skills the caller can see: their own, or every team for owners and admins. */
function readTeams(db: Queries, { user, organization }: InOrganization): Promise<{ id: string }[]> {
  const isMember = hasRole(organization, 'admin')
    ? sql.empty
    : sql` and id in (select tm.team_id from team_members tm where tm.user_id = ${user.id})`
  return db.run(sql`select id from teams where organization_id = ${organization.id}${isMember} order by id`)
}
