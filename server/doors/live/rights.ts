import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { visibleToMember } from '../../domains/projects/visible-projects.ts'
import type { SecondFactorMode } from '../../config-choices.ts'
import { hasRequiredSecondFactor } from '../../domains/auth/second-factor/policy.ts'
import type { Role } from '../../operations/caller.ts'

/** Rights that must be read again. */
export interface StaleRights {
  /** Users whose rights are all stale. Null means all users. */
  users: Set<string> | null
  /** Projects whose visibility is stale for all users. */
  projects: Set<string>
  /** Whether the projects of teams are stale. */
  teams: boolean
}

export const noStaleRights = (): StaleRights => ({ users: new Set(), projects: new Set(), teams: false })

export function hasStaleRights({ users, projects, teams }: StaleRights): boolean {
  return users === null || users.size > 0 || projects.size > 0 || teams
}

export function mayChangeRights({ type }: JournalRow): boolean {
  return /^(project|team|team_member|member|organization|sandbox|user)\./.test(type)
}

/** Marks the rights that a row may have changed. Too many only cost a query. Too few would leak events. */
export function markStale(stale: StaleRights, row: JournalRow): void {
  const [kind, verb] = row.type.split('.')
  if (kind === 'project') {
    const { changes } = row
    if (verb === 'updated' && changes && !('visibility' in changes) && !('teamId' in changes)) return
    stale.projects.add(row.subject_id)
    stale.teams = true
  } else if (kind === 'team_member') {
    const { id } = (row.data?.member ?? {}) as { id?: string }
    if (id === undefined) stale.users = null
    else stale.users?.add(id)
  } else if (kind === 'team') {
    if (verb !== 'deleted') return
    stale.users = null
    stale.teams = true
  } else if (kind === 'member' || row.type === 'user.erased') stale.users?.add(row.subject_id)
  else if (kind === 'organization' && verb === 'updated') {
    if (row.changes && 'requireSecondFactor' in row.changes) stale.users = null
  } else if (kind === 'organization' && verb !== 'switched') stale.users = null
  else if (kind === 'sandbox') stale.users = null
}

/** Returns whether a row may require a second factor of every user. */
export function mayRequireSecondFactor({ type, subject_key }: JournalRow): boolean {
  return type === 'setting.updated' && subject_key === 'second_factor.mode'
}

/** Returns whether a row may have ended the credential or all credentials of the user that it names. */
export function mayEndCredentials({ type }: JournalRow): boolean {
  return endingEvents.has(type)
}

const endingEvents = new Set([
  'login.ended',
  'api_key.revoked',
  'mcp_token.revoked',
  'agent.deleted',
  'user.suspended',
  'user.erased',
])

/** Returns whether a row changes the tools of an MCP token. */
export function changesTools({ type, changes }: JournalRow): boolean {
  return type === 'mcp_token.updated' && changes?.profile !== undefined
}

export interface UserRights {
  user_id: string
  role: Role
  /** Visible projects. Null means all projects. */
  seen: string[] | null
}

/**
 * Reads which projects the users can see, among all projects or the given ones. Leaves out users who are not members or
 * lack the required second factor.
 */
export function readRights(
  db: Queries,
  organizationId: string,
  users: string[],
  projects: string[] | null,
  mode: SecondFactorMode | undefined,
): Promise<UserRights[]> {
  const isGiven = projects === null ? sql`true` : sql`p.id = any(${projects}::uuid[])`
  return db.run<UserRights>(
    sql`select m.user_id, m.role, case when m.role not in ('owner', 'admin') then array(
              select p.id from projects p
               where p.organization_id = m.organization_id and ${isGiven} and ${visibleToMember}) end as seen
       from organization_members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      where m.organization_id = ${organizationId} and m.user_id = any(${users}::uuid[])
        and ${hasRequiredSecondFactor(mode)}`,
  )
}

/** Returns the projects of each team that still exists. */
export async function readTeams(
  db: Queries,
  organizationId: string,
  teams: string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db.run<{ id: string; projects: string[] }>(
    sql`select t.id, array(select p.id from projects p where p.team_id = t.id) as projects
       from teams t where t.organization_id = ${organizationId} and t.id = any(${teams}::uuid[])`,
  )
  return new Map(rows.map(({ id, projects }) => [id, new Set(projects)]))
}

/** Returns the organization that a sandbox belongs to. */
export async function liveIdOf(db: Queries, sandboxId: string): Promise<string> {
  const [row] = await db.run<{ sandbox_of: string | null }>(
    sql`select sandbox_of from organizations where id = ${sandboxId}`,
  )
  return row?.sandbox_of ?? sandboxId
}
