import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import {
  type AccessRule,
  type InOrganization,
  requireOrganization,
  requireWholeOrganization,
} from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type SeenProject, findProject, requireRight, rightHolders } from '../../projects/access.ts'
import { visibleOrOwn } from '../../projects/visible-or-own.ts'
import type { AgentRow } from '../../agents/tables.ts'
import { resolveAgent } from './resolve-agent.ts'
import { type SeenSession, fromSessions, sessionWithNames } from './session.ts'

/*
 * A session in a project follows the project's rights: viewers can see it, editors can resume and change it. A session
 * without a project is private to its user.
 */

export interface OnSession extends InOrganization {
  session: SeenSession
}

const sentences = {
  view: "Anyone who can view the session's project. Without a project, only its user.",
  edit: "Anyone who can edit the session's project. Without a project, only its user.",
}

export function onSession(right: 'view' | 'edit'): AccessRule<{ session: string }, OnSession> {
  return {
    name: `session(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, { session: ref }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const session = await findSession(db, granted, ref, hold)
      requireRight(session, right)
      return { ...granted, session }
    },
  }
}

/** The reference to the caller's own most recently active session that has not ended. */
export const latest = 'latest'

/** Returns the session that the reference names, or rejects if the caller can't see it. */
export async function findSession(
  db: Queries,
  granted: InOrganization,
  ref: string,
  lock: boolean,
): Promise<SeenSession> {
  const seen = visibleOrOwn(granted, 's')
  const { agent } = granted.caller
  const ofAgent = agent ? sql` and s.agent_id = ${agent.id}` : sql.empty
  const condition = anyUuid.test(ref)
    ? sql`s.id = ${ref}`
    : ref === latest
      ? sql`s.user_id = ${granted.user.id}${ofAgent} and s.ended_at is null
          order by s.last_seen_at desc, s.id desc limit 1`
      : undefined
  const [session] = condition
    ? await db.run<SeenSession>(
        sql`select ${sessionWithNames}, ${seen.right} as right from ${fromSessions}
          where ${seen.where} and s.deleted_at is null and ${condition}
          ${lock ? sql`for update of s` : sql.empty}`,
      )
    : []
  if (!session && ref === latest) reject('no_session')
  return session ?? reject('not_found', { kind: 'session', ref })
}

export interface StartsSession extends InOrganization {
  project: SeenProject | null
  agent: AgentRow | null
}

interface StartInput {
  project?: string | undefined
  agent?: string | undefined
}

export const startsSession: AccessRule<StartInput, StartsSession> = {
  name: 'startsSession',
  sentence: 'Anyone who can edit the given project. Without a project, members of the organization.',
  open: false,
  ...rightHolders.edit,
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? granted.caller.projectId
    if (ref === null) requireWholeOrganization(caller, reads, 'member')
    const project = ref === null ? null : await findProject(db, granted, ref, false)
    if (project) requireRight(project, 'edit')
    return { ...granted, project, agent: await resolveAgent(db, granted, input.agent) }
  },
}

/** For lists: anyone in the organization can call them and gets only the sessions that they can see. */
export const visibleSessions: AccessRule<unknown, InOrganization> = {
  name: 'visibleSessions',
  sentence: 'Anyone in the organization, for the sessions that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}
