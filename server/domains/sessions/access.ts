import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type InOrganization,
  requireOrganization,
  requireWholeOrganization,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type SeenProject, findProject, requireRight, rightHolders } from '../projects/access.ts'
import { seenOrOwn } from '../projects/seen-or-own.ts'
import type { AgentRow } from '../agents/tables.ts'
import { agentOf } from './agent-of.ts'
import { type SeenSession, fromSessions, sessionWithNames } from './session.ts'

/*
 * A session in a project follows the project: whoever sees that sees the session, and whoever may change that goes on with
 * it. One of no project is its user's alone.
 */

export interface OnSession extends InOrganization {
  session: SeenSession
}

const sentences = {
  view: 'Whoever sees the project of the session; without a project, its user.',
  edit: 'Whoever may change the project of the session; without a project, its user.',
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

/** What the latest of the caller's own sessions is called that has not ended. */
export const latest = 'latest'

/** The one session that the reference names, if the caller sees it. */
export async function findSession(
  db: Queries,
  asking: InOrganization,
  ref: string,
  hold: boolean,
): Promise<SeenSession> {
  const seen = seenOrOwn(asking, 's')
  const { agent } = asking.caller
  const named = anyUuid.test(ref) ? { where: 's.id = $5', value: ref } : undefined
  const own = agent
    ? { where: 's.agent_id = $5 and s.user_id = $3', value: agent.id }
    : { where: 's.user_id = $5', value: asking.user.id }
  const wanted = named ?? (ref === latest ? own : undefined)
  const [session] = wanted
    ? await db.run<SeenSession>(
        `select ${sessionWithNames}, ${seen.right} as right from ${fromSessions}
          where ${seen.where} and s.deleted_at is null and ${wanted.where}
          ${named ? '' : 'and s.ended_at is null order by s.last_seen_at desc, s.id desc limit 1'}
          ${hold ? 'for update of s' : ''}`,
        [...seen.values, wanted.value],
      )
    : []
  if (!session && ref === latest) reject('no_session')
  return session ?? reject('not_found', { kind: 'session', ref })
}

export interface Starting extends InOrganization {
  /** Where it is to work, and who is at work. */
  project: SeenProject | null
  agent: AgentRow | null
}

interface Start {
  project?: string | undefined
  agent?: string | undefined
}

export const startsSession: AccessRule<Start, Starting> = {
  name: 'startsSession',
  sentence: 'Whoever may change the project that is named; without one, members of the organization.',
  open: false,
  ...rightHolders.edit,
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? granted.caller.projectId
    if (ref === null) requireWholeOrganization(caller, reads, 'member')
    const project = ref === null ? null : await findProject(db, granted, ref, false)
    if (project) requireRight(project, 'edit')
    return { ...granted, project, agent: await agentOf(db, granted, input.agent) }
  },
}

/** For lists: everybody may ask, and sees what they may see. */
export const visibleSessions: AccessRule<unknown, InOrganization> = {
  name: 'visibleSessions',
  sentence: 'Everybody in the organization, for the sessions that they see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}
