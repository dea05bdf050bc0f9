import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type Filter,
  type InOrganization,
  hasRole,
  requireOrganization,
} from '../../operations/access.ts'
import type { Caller, CallingOrganization } from '../../operations/caller.ts'
import { refuse } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { ProjectRow } from './tables.ts'

/*
 * Who may do what with a project:
 *   view    members, what is visible to the organization or to a team of theirs; its creator; whoever it is shared with,
 *           by name or through a team; administrators everything. A guest, only what is shared with them by name.
 *   edit    all of these but those who were given it as viewers: its tasks, its name
 *   manage  its creator, the leads of its team, and administrators: archive, delete, who sees it
 */
export type ProjectRight = 'view' | 'edit' | 'manage'
const rights: readonly ProjectRight[] = ['view', 'edit', 'manage']

/** A project with what the caller may do with it. */
export interface SeenProject extends ProjectRow {
  right: ProjectRight
}

export interface OnProject extends InOrganization {
  project: SeenProject
}

export function onProject(right: ProjectRight): AccessRule<{ project: string }, OnProject> {
  return {
    name: `project(${right})`,
    sentence: sentences[right],
    open: false,
    ...standing[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const project = await findProject(db, granted, input.project, hold)
      requireRight(project, right)
      return { ...granted, project }
    },
  }
}

/** For the permission table: the role that has the right in any project that it sees, and who has it besides. */
export const standing = {
  view: { leastRole: 'guest', also: [] },
  edit: { leastRole: 'member', also: ['editor'] },
  manage: { leastRole: 'admin', also: ['creator', 'lead'] },
} as const

export const sentences: Record<ProjectRight, string> = {
  view: 'Whoever sees the project.',
  edit: 'Members who see the project, and whoever it is shared with as editor.',
  manage: "The project's creator, the leads of its team, and owners and admins of the organization.",
}

/** The one project that the reference names, if the caller may see it. */
export async function findProject(
  db: Queries,
  asking: Seer,
  ref: string,
  lock: boolean,
): Promise<SeenProject> {
  const visible = projectsSeenBy(asking)
  const byId = anyUuid.test(ref)
  const [project] = await db.run<SeenProject>(
    `select p.*, ${rightInProject} as right from projects p
      where ${visible.where} and p.deleted_at is null
        and ${byId ? 'p.id = $5' : '(p.slug = $5 or p.key = upper($5))'}
      ${byId ? '' : 'order by p.slug = $5 desc limit 1'} ${lock ? 'for update of p' : ''}`,
    [...visible.values, ref],
  )
  return project ?? refuse('not_found', { kind: 'project', ref })
}

type Visible = InOrganization & { visible: Filter }

/** For lists: everybody in the organization may ask, and sees what they may see. */
export const visibleProjects: AccessRule<unknown, Visible> = {
  name: 'visibleProjects',
  sentence: 'Everybody in the organization, for the projects that they see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => whatIsVisible(requireOrganization(caller, reads, 'guest')),
}

function whatIsVisible(granted: InOrganization): Visible {
  return { ...granted, visible: projectsSeenBy(granted) }
}

/** Somebody in an organization: mostly the caller, or whoever has just been shown to be there. */
export type Seer = Pick<InOrganization, 'user' | 'organization'> & { caller: Caller }

/** The projects `p` of any query that somebody sees. Its four parameters come first. */
export function projectsSeenBy({ caller, organization, user }: Seer): Filter {
  const onlyProject = caller.kind === 'anonymous' ? null : caller.projectId
  return {
    where: `p.organization_id = $1 and ${isSeen('$2', '$3')} and ($4::uuid is null or p.id = $4)`,
    values: [organization.id, visibleKinds(organization), user.id, onlyProject],
  }
}

/** The right of whoever asks in a project `p` that they see, with the parameters of `projectsSeenBy`. */
export const rightInProject = rightIn('$2', '$3')

/** The same for the projects `p` of every organization that a person is a member `m` of. The person is `$1`. */
export const projectsSeenAnywhere = `projects p
      join organization_members m on m.organization_id = p.organization_id and m.user_id = $1
       and ${isSeen(
         `case when m.role in ('owner', 'admin') then array['private', 'team', 'organization', 'public']
               when m.role = 'member' then array['organization', 'public'] else array[]::text[] end`,
         '$1',
       )}`

export function hasRight(held: ProjectRight, needed: ProjectRight): boolean {
  return rights.indexOf(held) >= rights.indexOf(needed)
}

export function requireRight({ right }: Pick<SeenProject, 'right'>, needed: ProjectRight): void {
  if (!hasRight(right, needed)) refuse('forbidden', { needs: sentences[needed] })
}

/** What somebody sees by their role alone. A guest sees nothing by it: what they once made counts no longer either. */
function visibleKinds(organization: CallingOrganization): string[] {
  if (hasRole(organization, 'admin')) return ['private', 'team', 'organization', 'public']
  return hasRole(organization, 'member') ? ['organization', 'public'] : []
}

/** Cheapest first: the database stops at the first that holds. `kinds` is what `visibleKinds` says. */
function isSeen(kinds: string, user: string): string {
  return `(p.visibility = any(${kinds}) or ${isCreator(kinds, user)}
      or p.visibility = 'team' and ${isInTeam('p.team_id', user)} or ${isSharedWith(user)})`
}

function rightIn(kinds: string, user: string): string {
  return `case when 'private' = any(${kinds}) or ${isCreator(kinds, user)}
        or p.team_id is not null and ${isInTeam('p.team_id', user, 'lead')} then 'manage'
      when p.visibility = any(${kinds}) or p.visibility = 'team' and ${isInTeam('p.team_id', user)}
        or ${isSharedWith(user, 'editor')} then 'edit'
      else 'view' end`
}

function isCreator(kinds: string, user: string): string {
  return `p.created_by = ${user} and 'organization' = any(${kinds})`
}

function isInTeam(team: string, user: string, role?: 'lead'): string {
  return `exists (select 1 from team_members tm
        where tm.team_id = ${team} and tm.user_id = ${user}${role ? ` and tm.role = '${role}'` : ''})`
}

function isSharedWith(user: string, role?: 'editor'): string {
  return `exists (select 1 from project_shares s where s.project_id = p.id${role ? ` and s.role = '${role}'` : ''}
        and (s.user_id = ${user} or ${isInTeam('s.team_id', user)}))`
}
