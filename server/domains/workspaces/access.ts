import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type Asked,
  type Filter,
  type InOrganization,
  hasRole,
  organization,
  requireWholeOrganization,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { lockMember } from '../organizations/lock.ts'
import { projectsSeenBy } from '../projects/access.ts'
import { type OnTeam, findTeam } from '../teams/access.ts'
import type { WorkspaceRow } from './tables.ts'

/*
 * Who may do what with a workspace:
 *   view    its owner, everybody in a team that it is shared with, and owners and admins of the organization; and note
 *           where it is on their own devices
 *   edit    all of these but teams that were given it as viewers: its name, its description, its projects
 *   manage  its owner, and owners and admins of the organization: share it, give it to another owner, delete it
 * Guests have no workspaces. Of its projects everybody sees those that they see anyway, and of its folders those on
 * their own devices: nobody, whatever their role, sees where it is on the device of another.
 */
export type WorkspaceRight = 'view' | 'edit' | 'manage'
const rights: readonly WorkspaceRight[] = ['view', 'edit', 'manage']

/** A workspace with what the caller may do with it. */
export interface SeenWorkspace extends WorkspaceRow {
  right: WorkspaceRight
}

export interface OnWorkspace extends InOrganization {
  workspace: SeenWorkspace
}

export function onWorkspace(right: WorkspaceRight): AccessRule<{ workspace: string }, OnWorkspace> {
  return {
    name: `workspace(${right})`,
    sentence: sentences[right],
    open: false,
    wholeOrganization: true,
    ...standing[right],
    async check(asked, input) {
      const granted = await requireMember(asked)
      // Whoever needs to see it, and no more, changes nothing of its own.
      const lock = asked.hold && right !== 'view'
      const workspace = await findWorkspace(asked.db, granted, input.workspace, lock)
      requireRight(workspace, right)
      return { ...granted, workspace }
    },
  }
}

/** For the permission table: the role that has the right in every workspace, and who has it besides. */
const standing = {
  view: { leastRole: 'admin', also: ['owner of it', 'editor', 'viewer'] },
  edit: { leastRole: 'admin', also: ['owner of it', 'editor'] },
  manage: { leastRole: 'admin', also: ['owner of it'] },
} as const

const sentences: Record<WorkspaceRight, string> = {
  view: "The workspace's owner, the teams it is shared with, and owners and admins of the organization.",
  edit: "The workspace's owner, the teams it is shared with as editors, and owners and admins of the organization.",
  manage: "The workspace's owner, and owners and admins of the organization.",
}

/** For lists: every member may ask, and sees what they may see. */
export const visibleWorkspaces: AccessRule<unknown, InOrganization> = {
  ...organization('member'),
  name: 'visibleWorkspaces',
  sentence: 'Members of the organization, for the workspaces that they see.',
}

/** For what becomes the caller's own. */
export const hasWorkspaces: AccessRule<unknown, InOrganization> = {
  ...organization('member'),
  name: 'hasWorkspaces',
  check: requireMember,
}

/** For what is made for a team: by whoever works in it, and by whoever administers all of them. */
export const inTeam: AccessRule<{ team: string }, OnTeam> = {
  name: 'inTeam',
  sentence: 'Whoever is in the team, and owners and admins of the organization.',
  open: false,
  wholeOrganization: true,
  leastRole: 'admin',
  also: ['in the team'],
  async check(asked, input) {
    const granted = await requireMember(asked)
    const team = await findTeam(asked.db, granted, input.team, false)
    if (!team.own_role && !hasRole(granted.organization, 'admin'))
      reject('forbidden', { needs: inTeam.sentence })
    return { ...granted, team }
  },
}

/** Of a write and somebody who takes its caller out of the organization, one waits for the other: nothing is left over. */
async function requireMember({ caller, db, reads, hold }: Asked): Promise<InOrganization> {
  const granted = requireWholeOrganization(caller, reads, 'member')
  if (hold && !(await lockMember(db, granted.organization.id, granted.user.id))) reject('no_organization')
  return granted
}

/** The one workspace that the reference names, if the caller sees it. */
export async function findWorkspace(
  db: Queries,
  asking: InOrganization,
  ref: string,
  lock: boolean,
): Promise<SeenWorkspace> {
  const [workspace] = await seenWorkspaces(db, asking, [ref], { lock })
  return workspace ?? reject('not_found', { kind: 'workspace', ref })
}

/** Those of the workspaces with these ids that the caller sees; if they are locked, then in the order of their ids. */
export function seenWorkspaces(
  db: Queries,
  asking: InOrganization,
  ids: string[],
  { lock, deleted = false }: { lock: boolean; deleted?: boolean },
): Promise<SeenWorkspace[]> {
  const { where, values } = workspacesSeenBy(asking)
  return db.run<SeenWorkspace>(
    `select w.*, ${rightInWorkspace} as right from workspaces w
      where ${where} and w.id = any($5::uuid[]) and ($6 or w.deleted_at is null)
      order by w.id ${lock ? 'for no key update of w' : ''}`,
    [...values, ids.filter((id) => anyUuid.test(id)), deleted],
  )
}

/**
 * The workspaces `w` of any query that somebody sees; a credential that is bound to a project sees none. The parameters
 * are those of `projectsSeenBy`, so that one query can ask for both: `$2` holds `private` for administrators alone.
 */
export function workspacesSeenBy(asking: InOrganization): Filter {
  return {
    where: `w.organization_id = $1 and $4::uuid is null and (${isManager} or ${isInTeam()})`,
    values: projectsSeenBy(asking).values,
  }
}

const isManager = `('private' = any($2) or w.owner_id = $3)`

/** The right of whoever asks in a workspace `w` that they see, with the same parameters. */
export const rightInWorkspace = `case when ${isManager} then 'manage' when ${isInTeam('editor')} then 'edit'
      else 'view' end`

export function hasRight(held: WorkspaceRight, needed: WorkspaceRight): boolean {
  return rights.indexOf(held) >= rights.indexOf(needed)
}

export function requireRight({ right }: Pick<SeenWorkspace, 'right'>, needed: WorkspaceRight): void {
  if (!hasRight(right, needed)) reject('forbidden', { needs: sentences[needed] })
}

function isInTeam(role?: 'editor'): string {
  return `exists (select 1 from workspace_teams wt join team_members tm on tm.team_id = wt.team_id
        where wt.workspace_id = w.id and tm.user_id = $3${role ? ` and wt.role = '${role}'` : ''})`
}
