import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { seenByMember } from '../../domains/projects/visible-projects.ts'
import { type SecondFactorMode, hasRequiredSecondFactor } from '../../domains/second-factor/modes.ts'
import type { Role } from '../../operations/caller.ts'

/** Whose rights have to be looked at again. */
export interface Doubts {
  /** Of these people everything; null: of everybody. */
  users: Set<string> | null
  /** Of everybody, whether they see these projects. */
  projects: Set<string>
  /** Which projects belong to a team. */
  teams: boolean
}

export const noDoubts = (): Doubts => ({ users: new Set(), projects: new Set(), teams: false })

export function hasDoubts({ users, projects, teams }: Doubts): boolean {
  return users === null || users.size > 0 || projects.size > 0 || teams
}

export function mayChangeRights({ type }: JournalRow): boolean {
  return /^(project|team|team_member|member|organization|sandbox|user)\./.test(type)
}

/** Adds what a row may have changed. Too much only costs a query; too little would show somebody what is not theirs. */
export function addDoubts(doubts: Doubts, row: JournalRow): void {
  const [kind, verb] = row.type.split('.')
  if (kind === 'project') {
    const { changes } = row
    if (verb === 'updated' && changes && !('visibility' in changes) && !('teamId' in changes)) return
    doubts.projects.add(row.subject_id)
    doubts.teams = true
  } else if (kind === 'team_member') {
    const { id } = (row.data?.member ?? {}) as { id?: string }
    if (id === undefined) doubts.users = null
    else doubts.users?.add(id)
  } else if (kind === 'team') {
    if (verb !== 'deleted') return
    doubts.users = null
    doubts.teams = true
  } else if (kind === 'member' || row.type === 'user.erased') doubts.users?.add(row.subject_id)
  else if (kind === 'organization' && verb === 'updated') {
    if (row.changes && 'requireSecondFactor' in row.changes) doubts.users = null
  } else if (kind === 'organization' && verb !== 'switched') doubts.users = null
  else if (kind === 'sandbox') doubts.users = null
}

/** The rows after which everyone on the instance may need a second factor. */
export function mayRequireSecondFactor({ type, subject_key }: JournalRow): boolean {
  return type === 'setting.updated' && subject_key === 'second_factor.mode'
}

/** The rows after which a credential, or all of somebody's, may have ended. Who or what it is, they name. */
export function mayEndCredentials({ type }: JournalRow): boolean {
  return endings.has(type)
}

const endings = new Set([
  ...[
    'login.ended',
    'api_key.revoked',
    'mcp_token.revoked',
    'agent.deleted',
    'user.suspended',
    'user.erased',
  ],
])

/** The rows after which a token is shown other tools. */
export function changesTools({ type, changes }: JournalRow): boolean {
  return type === 'mcp_token.updated' && changes?.profile !== undefined
}

export interface Seen {
  user_id: string
  role: Role
  /** Null: everything. */
  seen: string[] | null
}

/**
 * What some people of an organization see of it, or of some projects. Who is not answered is not in it, or lacks the second
 * factor that it requires.
 */
export function readRights(
  db: Queries,
  organizationId: string,
  users: string[],
  projects: string[] | null,
  mode: SecondFactorMode | undefined,
): Promise<Seen[]> {
  return db.run<Seen>(
    `select m.user_id, m.role, case when m.role not in ('owner', 'admin') then array(
              select p.id from projects p
               where p.organization_id = m.organization_id and ($3::uuid[] is null or p.id = any($3)) and ${seenByMember}) end as seen
       from organization_members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      where m.organization_id = $1 and m.user_id = any($2::uuid[])
        and ${hasRequiredSecondFactor('$4')}`,
    [organizationId, users, projects, mode ?? null],
  )
}

/** The projects of each of the teams that are still there. */
export async function readTeams(
  db: Queries,
  organizationId: string,
  teams: string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db.run<{ id: string; projects: string[] }>(
    `select t.id, array(select p.id from projects p where p.team_id = t.id) as projects
       from teams t where t.organization_id = $1 and t.id = any($2::uuid[])`,
    [organizationId, teams],
  )
  return new Map(rows.map(({ id, projects }) => [id, new Set(projects)]))
}

/** The organization that a sandbox belongs to. */
export async function liveIdOf(db: Queries, sandboxId: string): Promise<string> {
  const [row] = await db.run<{ sandbox_of: string | null }>(
    'select sandbox_of from organizations where id = $1',
    [sandboxId],
  )
  return row?.sandbox_of ?? sandboxId
}
