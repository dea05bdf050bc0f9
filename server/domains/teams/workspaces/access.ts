import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import {
  type AccessRule,
  type Asked,
  type InOrganization,
  type VisibleRows,
  hasRole,
  organization,
  requireWholeOrganization,
} from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { lockMember } from '../../membership/lock.ts'
import { boundProject } from '../../projects/visible-projects.ts'
import { type OnTeam, findTeam } from '../access.ts'
import type { WorkspaceRow } from './workspace.ts'

/*
 * Rights on a workspace:
 *   view    Its owner, members of teams that it is shared with, and owners and admins of the organization. They can
 *           also set its folder on their own devices.
 *   edit    The same, except teams with the role viewer: its name, its description, its projects.
 *   manage  Its owner, and owners and admins of the organization: share it, transfer it, delete it.
 * Guests have no workspaces. Members see only the projects that they can see anyway, and only the folders on their own
 * devices. No role can see the folders on another user's device.
 */
export type WorkspaceRight = 'view' | 'edit' | 'manage'
const rights: readonly WorkspaceRight[] = ['view', 'edit', 'manage']

/** A workspace with the caller's right. */
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
    ...requiredRoles[right],
    async check(request, input) {
      const granted = await requireMember(request)
      // The right to view never changes the row, so it needs no lock.
      const lock = request.hold && right !== 'view'
      const workspace = await findWorkspace(request.db, granted, input.workspace, lock)
      requireRight(workspace, right)
      return { ...granted, workspace }
    },
  }
}

/** Roles for the permission table: the organization role with the right in every workspace, and other holders. */
const requiredRoles = {
  view: { leastRole: 'admin', also: ['owner of it', 'editor', 'viewer'] },
  edit: { leastRole: 'admin', also: ['owner of it', 'editor'] },
  manage: { leastRole: 'admin', also: ['owner of it'] },
} as const

const sentences: Record<WorkspaceRight, string> = {
  view: "The workspace's owner, the teams it is shared with, and owners and admins of the organization.",
  edit: "The workspace's owner, the teams it is shared with as editors, and owners and admins of the organization.",
  manage: "The workspace's owner, and owners and admins of the organization.",
}

/** Rule for lists. Every member can call it and receives the workspaces that they can see. */
export const visibleWorkspaces: AccessRule<unknown, InOrganization> = {
  ...organization('member'),
  name: 'visibleWorkspaces',
  sentence: 'Members of the organization, for the workspaces that they can see.',
}

/** Rule for operations that create workspaces of the caller. */
export const hasWorkspaces: AccessRule<unknown, InOrganization> = {
  ...organization('member'),
  name: 'hasWorkspaces',
  check: requireMember,
}

/** Rule for operations on behalf of a team: its members, and owners and admins of the organization. */
export const inTeam: AccessRule<{ team: string }, OnTeam> = {
  name: 'inTeam',
  sentence: 'Members of the team, and owners and admins of the organization.',
  open: false,
  wholeOrganization: true,
  leastRole: 'admin',
  also: ['in the team'],
  async check(request, input) {
    const granted = await requireMember(request)
    const team = await findTeam(request.db, granted, input.team, false)
    if (!team.own_role && !hasRole(granted.organization, 'admin'))
      reject('forbidden', { needs: inTeam.sentence })
    return { ...granted, team }
  },
}

/** Locks the membership for a write, so that a concurrent removal of the caller leaves no data behind. */
async function requireMember({ caller, db, reads, hold }: Asked): Promise<InOrganization> {
  const granted = requireWholeOrganization(caller, reads, 'member')
  if (hold && !(await lockMember(db, granted.organization.id, granted.user.id))) reject('no_organization')
  return granted
}

/** Returns the workspace with this id. Rejects with `not_found` if the caller can't see it. */
export async function findWorkspace(
  db: Queries,
  granted: InOrganization,
  ref: string,
  lock: boolean,
): Promise<SeenWorkspace> {
  const [workspace] = await seenWorkspaces(db, granted, [ref], { lock })
  return workspace ?? reject('not_found', { kind: 'workspace', ref })
}

/** Returns the workspaces with these ids that the caller can see. Locks them in the order of their ids. */
export function seenWorkspaces(
  db: Queries,
  granted: InOrganization,
  ids: string[],
  { lock, deleted = false }: { lock: boolean; deleted?: boolean },
): Promise<SeenWorkspace[]> {
  const { where, right } = workspacesVisibleTo(granted)
  return db.run<SeenWorkspace>(
    sql`select w.*, ${right} as right from workspaces w
      where ${where} and w.id = any(${ids.filter((id) => anyUuid.test(id))}::uuid[])
        ${deleted ? sql.empty : sql`and w.deleted_at is null`}
      order by w.id ${lock ? sql`for no key update of w` : sql.empty}`,
  )
}

/**
 * Returns the SQL filter for workspaces `w` that the caller can see, and `right` as the SQL of their right on each. A
 * project-bound credential sees none.
 */
export function workspacesVisibleTo(granted: InOrganization): VisibleRows & { right: Sql } {
  const { organization: current, user } = granted
  const isManager = hasRole(current, 'admin') ? sql`true` : sql`w.owner_id = ${user.id}`
  const isBound = boundProject(granted) !== null
  return {
    where: isBound
      ? sql`false`
      : sql`w.organization_id = ${current.id} and (${isManager} or ${isTeamMember(user.id)})`,
    right: sql`case when ${isManager} then 'manage' when ${isTeamMember(user.id, sql`and wt.role = 'editor'`)} then 'edit'
      else 'view' end`,
  }
}

export function hasRight(granted: WorkspaceRight, needed: WorkspaceRight): boolean {
  return rights.indexOf(granted) >= rights.indexOf(needed)
}

export function requireRight({ right }: Pick<SeenWorkspace, 'right'>, needed: WorkspaceRight): void {
  if (!hasRight(right, needed)) reject('forbidden', { needs: sentences[needed] })
}

function isTeamMember(userId: string, condition: Sql = sql.empty): Sql {
  return sql`exists (select 1 from workspace_teams wt join team_members tm on tm.team_id = wt.team_id
        where wt.workspace_id = w.id and tm.user_id = ${userId} ${condition})`
}
