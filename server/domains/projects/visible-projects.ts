import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization, VisibleRows } from '../../operations/access.ts'
import type { Caller, Role } from '../../operations/caller.ts'

/* The rules of access.ts as SQL on the projects `p` of a query. */

/** The filter for visible projects, and `right` as the SQL of the user's right in each. */
export interface VisibleProjects extends VisibleRows {
  right: Sql
}

/** A user in an organization: usually the caller, or a member that was just found. */
export type Seer = Pick<InOrganization, 'user' | 'organization'> & { caller: Caller }

/** Builds the filter for the projects that a user can see. */
export function visibleProjects(seer: Seer): VisibleProjects {
  const { organization, user } = seer
  const { visible, right } = rulesByRole[organization.role](sql`${user.id}::uuid`)
  const projectId = boundProject(seer)
  // Avoids "or", so that one query plan fits all callers.
  const isBound = projectId === null ? sql.empty : sql` and p.id = ${projectId}`
  return { where: sql`p.organization_id = ${organization.id} and ${visible}${isBound}`, right }
}

/** Returns the only project that the caller's credential can reach, or null. */
export function boundProject({ caller }: Pick<Seer, 'caller'>): string | null {
  return caller.kind === 'anonymous' ? null : caller.projectId
}

/*
 * Cheap and usually true conditions come first, because the database stops at the first match. The subqueries for teams
 * and shares do not depend on the row, so they run at most once per query.
 */
function isVisible(visibilities: Sql, user: Sql): Sql {
  return sql`(p.visibility = any(${visibilities})
      or ${isMember(visibilities)} and (p.created_by = ${user}
        or p.visibility = 'team' and p.team_id in (${teamsOf(user)})
        or p.team_id is not null and p.team_id in (${teamsLedBy(user)}))
      or p.id in (${sharedWith(visibilities, user)}))`
}

function rightIn(visibilities: Sql, user: Sql): Sql {
  return sql`case when 'private' = any(${visibilities}) or ${isMember(visibilities)} and (p.created_by = ${user}
        or p.team_id is not null and p.team_id in (${teamsLedBy(user)})) then 'manage'
      when p.visibility = any(${visibilities})
        or ${isMember(visibilities)} and p.visibility = 'team' and p.team_id in (${teamsOf(user)})
        or p.id in (${sharedWith(visibilities, user, asEditor)}) then 'edit'
      else 'view' end`
}

/** Guests lose access to projects that they created, lead or see through a team. */
function isMember(visibilities: Sql): Sql {
  return sql`'organization' = any(${visibilities})`
}

function teamsOf(user: Sql): Sql {
  return sql`select tm.team_id from team_members tm where tm.user_id = ${user}`
}

function teamsLedBy(user: Sql): Sql {
  return sql`${teamsOf(user)} and tm.role = 'lead'`
}

function sharedWith(visibilities: Sql, user: Sql, as: Sql = sql.empty): Sql {
  return sql`${sharedByName(user, as)}
        union all select s.project_id from team_members tm join project_shares s on s.team_id = tm.team_id
         where tm.user_id = ${user} and ${isMember(visibilities)}${as}`
}

function sharedByName(user: Sql, as: Sql = sql.empty): Sql {
  return sql`select s.project_id from project_shares s where s.user_id = ${user}${as}`
}

const asEditor = sql` and s.role = 'editor'`

/** Visibilities that a role can see without a share. */
const everyVisibility = sql`array['private', 'team', 'organization', 'public']`
const memberVisibilities = sql`array['organization', 'public']`
const guestVisibilities = sql`array[]::text[]`

/*
 * The rules per role, written for the best query plan: an administrator needs no lookup, and a guest starts from the
 * few shared projects.
 */
const administrator = () => ({ visible: sql`true`, right: sql`'manage'` })
const rulesByRole: Record<Role, (user: Sql) => { visible: Sql; right: Sql }> = {
  owner: administrator,
  admin: administrator,
  member: (user) => ({
    visible: isVisible(memberVisibilities, user),
    right: rightIn(memberVisibilities, user),
  }),
  guest: (user) => ({
    visible: sql`p.id in (${sharedByName(user)})`,
    right: sql`case when p.id in (${sharedByName(user, asEditor)}) then 'edit' else 'view' end`,
  }),
}

/** Checks whether member `m` of `organization_members` can see project `p`. */
export const visibleToMember = isVisible(
  sql`case when m.role in ('owner', 'admin') then ${everyVisibility}
               when m.role = 'member' then ${memberVisibilities} else ${guestVisibilities} end`,
  sql`m.user_id`,
)

/** Joins the projects that a user can see, in all their organizations. `m` is the membership. */
export function projectsVisibleTo(userId: string): Sql {
  return sql`projects p
      join organization_members m on m.organization_id = p.organization_id and m.user_id = ${userId} and ${visibleToMember}`
}
