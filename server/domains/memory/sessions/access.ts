import {
  type AccessRule,
  type InOrganization,
  requireOrganization,
  requireWholeOrganization,
} from '../../../operations/access.ts'
import { type SeenProject, findProject, requireRight, rightHolders } from '../../projects/access.ts'
import type { AgentRow } from '../../agents/tables.ts'
import { findSession } from './find-session.ts'
import { resolveAgent } from './resolve-agent.ts'
import type { SeenSession } from './session.ts'

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

export function onSession(
  right: 'view' | 'edit',
): AccessRule<{ session: string; project?: string | undefined }, OnSession> {
  return {
    name: `session(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold: lock }, { session: ref, project }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const projectId =
        project === undefined ? undefined : (await findProject(db, granted, project, false)).id
      const session = await findSession(db, granted, ref, lock, projectId)
      requireRight(session, right)
      return { ...granted, session }
    },
  }
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
