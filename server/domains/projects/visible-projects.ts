import type { Filter, InOrganization } from '../../operations/access.ts'
import type { Caller, Role } from '../../operations/caller.ts'

/*
 * The rules of access.ts as SQL on the projects `p` of a query. `projectsSeenBy` defines the parameters: `$1` is the
 * organization, `$2` the visibilities that the caller's role can see, `$3` the caller, and `$4` the project that their
 * credential is bound to.
 */

/** The filter for visible projects, and `right` as the SQL of the right in each. */
export interface SeenProjects extends Filter {
  right: string
}

/** A user in an organization: usually the caller, or a member that was just found. */
export type Seer = Pick<InOrganization, 'user' | 'organization'> & { caller: Caller }

/** Builds the filter for the projects that a user can see. Its four parameters come first. */
export function projectsSeenBy({ caller, organization, user }: Seer): SeenProjects {
  const onlyProject = caller.kind === 'anonymous' ? null : caller.projectId
  const { seen, right } = rulesByRole[organization.role]
  // Avoids "or", so that one query plan fits all callers.
  const bound = onlyProject === null ? '$4::uuid is null' : 'p.id = $4'
  return {
    where: `p.organization_id = $1 and ${seen} and ${bound}`,
    right,
    values: [organization.id, visibilitiesByRole[organization.role], user.id, onlyProject],
  }
}

const allVisibilities = ['private', 'team', 'organization', 'public']
/** Visibilities that a role can see without a share. */
const visibilitiesByRole: Record<Role, string[]> = {
  owner: allVisibilities,
  admin: allVisibilities,
  member: ['organization', 'public'],
  guest: [],
}

/*
 * Cheap and usually true conditions come first, because the database stops at the first match. The subqueries for teams
 * and shares do not depend on the row, so they run at most once per query.
 */
function isSeen(kinds: string, user: string): string {
  return `(p.visibility = any(${kinds})
      or ${isMember(kinds)} and (p.created_by = ${user}
        or p.visibility = 'team' and p.team_id in (${teamsOf(user)})
        or p.team_id is not null and p.team_id in (${teamsLedBy(user)}))
      or p.id in (${sharedWith(kinds, user)}))`
}

function rightIn(kinds: string, user: string): string {
  return `case when 'private' = any(${kinds}) or ${isMember(kinds)} and (p.created_by = ${user}
        or p.team_id is not null and p.team_id in (${teamsLedBy(user)})) then 'manage'
      when p.visibility = any(${kinds})
        or ${isMember(kinds)} and p.visibility = 'team' and p.team_id in (${teamsOf(user)})
        or p.id in (${sharedWith(kinds, user, 'editor')}) then 'edit'
      else 'view' end`
}

/** Guests lose access to projects that they created, lead or see through a team. */
function isMember(kinds: string): string {
  return `'organization' = any(${kinds})`
}

function teamsOf(user: string): string {
  return `select tm.team_id from team_members tm where tm.user_id = ${user}`
}

function teamsLedBy(user: string): string {
  return `${teamsOf(user)} and tm.role = 'lead'`
}

function sharedWith(kinds: string, user: string, role?: 'editor'): string {
  return `${sharedByName(user, role)}
        union all select s.project_id from team_members tm join project_shares s on s.team_id = tm.team_id
         where tm.user_id = ${user} and ${isMember(kinds)}${as(role)}`
}

function sharedByName(user: string, role?: 'editor'): string {
  return `select s.project_id from project_shares s where s.user_id = ${user}${as(role)}`
}

function as(role?: 'editor'): string {
  return role ? ` and s.role = '${role}'` : ''
}

/*
 * The rules per role, written for the best query plan: an administrator needs no lookup, and a guest starts from the
 * few shared projects. Every parameter is mentioned, so that the database knows its type.
 */
const administrator = { seen: `'private' = any($2) and $3::uuid is not null`, right: `'manage'` }
const rulesByRole: Record<Role, { seen: string; right: string }> = {
  owner: administrator,
  admin: administrator,
  member: { seen: isSeen('$2', '$3'), right: rightIn('$2', '$3') },
  guest: {
    seen: `$2::text[] is not null and p.id in (${sharedByName('$3')})`,
    right: `case when p.id in (${sharedByName('$3', 'editor')}) then 'edit' else 'view' end`,
  },
}

/** Checks whether member `m` of `organization_members` can see project `p`. */
export const seenByMember = isSeen(
  `case when m.role in ('owner', 'admin') then array['private', 'team', 'organization', 'public']
               when m.role = 'member' then array['organization', 'public'] else array[]::text[] end`,
  'm.user_id',
)

/** Joins the projects that user `$1` can see, in all their organizations. `m` is the membership. */
export const projectsSeenAnywhere = `projects p
      join organization_members m on m.organization_id = p.organization_id and m.user_id = $1 and ${seenByMember}`
