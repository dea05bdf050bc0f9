import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { quoteName, reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { visibleOrOwn } from '../../projects/visible-or-own.ts'
import { type SeenSession, fromSessions, inStatus, sessionWithNames } from './session.ts'

/** The reference to the caller's most recently active session that has not ended. */
export const latest = 'latest'

/**
 * Returns the session that the reference names: an id, "latest" or a title. Rejects if the caller can't see it. With a
 * project, finds only its sessions; if the caller has none there, "latest" is the latest paused one of others.
 */
export async function findSession(
  db: Queries,
  granted: InOrganization,
  ref: string,
  lock: boolean,
  projectId?: string,
): Promise<SeenSession> {
  const find = selector(db, granted, lock, projectId)
  if (anyUuid.test(ref))
    return (await find(sql`s.id = ${ref}`)) ?? reject('not_found', { kind: 'session', ref })
  const isOwn = isOwnSession(granted)
  if (ref !== latest) {
    const byTitle = sql`lower(s.title) = lower(${ref})
      order by (${isOwn}) desc, (s.ended_at is null) desc, s.last_seen_at desc, s.id desc limit 1`
    return (await find(byTitle)) ?? reject('not_found', { kind: 'session', ref })
  }
  const own = await find(
    sql`${isOwn} and s.ended_at is null order by ${lastActivity(granted)} desc, s.id desc limit 1`,
  )
  if (own) return own
  const paused = projectId === undefined ? undefined : await find(pausedByOthers(granted))
  return paused ?? rejectWithoutSession(db, granted, projectId)
}

function selector(db: Queries, granted: InOrganization, lock: boolean, projectId: string | undefined) {
  const seen = visibleOrOwn(granted, 's')
  const inProject = projectId === undefined ? sql.empty : sql`and s.project_id = ${projectId}`
  return async (condition: Sql): Promise<SeenSession | undefined> => {
    const [session] = await db.run<SeenSession>(
      sql`select ${sessionWithNames}, ${seen.right} as right from ${fromSessions}
        where ${seen.where} and s.deleted_at is null ${inProject} and ${condition}
        ${lock ? sql`for update of s` : sql.empty}`,
    )
    return session
  }
}

/**
 * Returns the condition that a session is the caller's: their own or their agent's, or one of another user or agent that
 * this credential has resumed.
 */
export function isOwnSession({ caller, user }: InOrganization): Sql {
  const ofAgent = caller.agent ? sql` and s.agent_id = ${caller.agent.id}` : sql.empty
  return sql`(s.user_id = ${user.id}${ofAgent} or s.credential_id = ${caller.credentialId} and s.ended_at is null)`
}

/**
 * Returns the time of the last activity. Every call of a credential keeps all sessions alive that it works in, so the
 * calls count only for the one that it last started, resumed or saved.
 */
function lastActivity({ caller }: InOrganization): Sql {
  const { credentialId } = caller
  return sql`case when s.credential_id = ${credentialId} and s.updated_at < (select max(w.updated_at) from sessions w
      where w.credential_id = ${credentialId} and w.deleted_at is null and w.ended_at is null)
    then least(s.updated_at, s.last_seen_at) else s.last_seen_at end`
}

/** Returns the condition for paused sessions that the caller can resume, the latest first. */
function pausedByOthers(granted: InOrganization, max = 1): Sql {
  return sql`${inStatus.paused} and ${visibleOrOwn(granted, 's').right} <> 'view'
    order by s.last_seen_at desc, s.id desc limit ${sql.raw(max)}`
}

const maxNamed = 3

async function rejectWithoutSession(
  db: Queries,
  granted: InOrganization,
  projectId: string | undefined,
): Promise<never> {
  const seen = visibleOrOwn(granted, 's')
  const inProject = projectId === undefined ? sql.empty : sql`and s.project_id = ${projectId}`
  const paused = await db.run<Pick<SeenSession, 'title' | 'agent_name' | 'user_name'>>(
    sql`select s.title, a.name as agent_name, u.name as user_name from ${fromSessions}
      where ${seen.where} and s.deleted_at is null ${inProject} and ${pausedByOthers(granted, maxNamed)}`,
  )
  const named = paused.map(
    ({ title, agent_name, user_name }) => `${quoteName(title)} of ${quoteName(agent_name ?? user_name)}`,
  )
  const next =
    named.length === 0
      ? 'Start one with create_session, or name a session.'
      : `You can resume a paused one by its title: ${named.join(', ')}. Or start one with create_session.`
  return reject('no_session', { next })
}
