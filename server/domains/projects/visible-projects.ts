import type { Filter, InOrganization } from '../../operations/access.ts'
import type { Caller, Role } from '../../operations/caller.ts'

/*
 * The rules of access.ts as SQL on the projects `p` of any query. The parameters are those of `projectsSeenBy`: `$1` the
 * organization, `$2` the kinds of projects that the caller's role shows them, `$3` the caller, `$4` the only project that
 * their credential reaches.
 */

/** What somebody sees, and as `right` what they may do with each project that they see. */
export interface SeenProjects extends Filter {
  right: string
}

/** Somebody in an organization: mostly the caller, or whoever has just been shown to be there. */
export type Seer = Pick<InOrganization, 'user' | 'organization'> & { caller: Caller }

/** The projects that somebody sees. Its four parameters come first. */
export function projectsSeenBy({ caller, organization, user }: Seer): SeenProjects {
  const onlyProject = caller.kind === 'anonymous' ? null : caller.projectId
  const { seen, right } = standings[organization.role]
  // Either is said without an "or", so that the database can plan once for all callers.
  const reached = onlyProject === null ? '$4::uuid is null' : 'p.id = $4'
  return {
    where: `p.organization_id = $1 and ${seen} and ${reached}`,
    right,
    values: [organization.id, kindsSeenAs[organization.role], user.id, onlyProject],
  }
}

const every = ['private', 'team', 'organization', 'public']
/** What somebody sees by their role alone. */
const kindsSeenAs: Record<Role, string[]> = {
  owner: every,
  admin: every,
  member: ['organization', 'public'],
  guest: [],
}

/*
 * What is cheap and mostly true comes first: the database stops at the first that holds. Whose teams and shares they are
 * depends on no row, so they are read at most once for each query.
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

/** What somebody made or leads, and what their teams see, no longer counts once they are a guest. */
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
 * The same for each role, in the words that the database plans best: for an administrator nothing has to be looked up,
 * and for a guest it begins with the few projects that they were given. Every parameter is named, to have a type.
 */
const administrator = { seen: `'private' = any($2) and $3::uuid is not null`, right: `'manage'` }
const standings: Record<Role, { seen: string; right: string }> = {
  owner: administrator,
  admin: administrator,
  member: { seen: isSeen('$2', '$3'), right: rightIn('$2', '$3') },
  guest: {
    seen: `$2::text[] is not null and p.id in (${sharedByName('$3')})`,
    right: `case when p.id in (${sharedByName('$3', 'editor')}) then 'edit' else 'view' end`,
  },
}

/** Whether a member `m` of its organization, as `organization_members` has them, sees the project. */
export const seenByMember = isSeen(
  `case when m.role in ('owner', 'admin') then array['private', 'team', 'organization', 'public']
               when m.role = 'member' then array['organization', 'public'] else array[]::text[] end`,
  'm.user_id',
)

/** The projects of every organization that a person is a member `m` of, as far as they see them: they are `$1`. */
export const projectsSeenAnywhere = `projects p
      join organization_members m on m.organization_id = p.organization_id and m.user_id = $1 and ${seenByMember}`
