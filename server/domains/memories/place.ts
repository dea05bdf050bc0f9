import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { Refusal, refuseField } from '../../operations/errors.ts'
import { type SeenProject, findProject, requireRight, standing } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { findSession, latest } from '../sessions/access.ts'
import { findAgent } from '../agents/access.ts'
import { agentRef } from '../agents/agent.ts'
import type { AgentRow } from '../agents/tables.ts'
import { type SeenSession, sessionRef } from '../sessions/session.ts'
import { type Place, type Scope, scopes } from './tables.ts'

/** How an input says where memory belongs. */
export const placeFields = {
  scope: z
    .enum(scopes)
    .optional()
    .describe(
      'Where it belongs: "agent", "project" or "session", with its id in the field of that name. A token of an agent may leave both out.',
    ),
  agent: agentRef
    .optional()
    .describe('For scope "agent": its name or its id. Left out: the agent that you are.'),
  project: projectRef
    .optional()
    .describe('For scope "project": its slug, key or id. With scope "agent": the project it was learned in.'),
  session: sessionRef.optional().describe('For scope "session": its id. Left out: your latest one.'),
}
export type AskedPlace = z.output<z.ZodObject<typeof placeFields>>

export interface InPlace extends InOrganization {
  place: Place
  /** What the place is called, and what stands there. */
  agent: AgentRow | null
  project: SeenProject | null
  session: SeenSession | null
}

/** For what is put into a scope, or removed from it. */
export function intoScope({ explicit = false } = {}): AccessRule<AskedPlace, InPlace> {
  return {
    name: explicit ? 'memory(clear)' : 'memory(store)',
    sentence:
      'Whoever may change the project; for the memory of an agent, members; for that of a session, whoever goes on with it.',
    open: false,
    ...standing.edit,
    async check({ caller, db, reads }, asked) {
      const granted = requireOrganization(caller, reads, 'guest')
      return findPlace(db, granted, asked, explicit)
    },
  }
}

async function findPlace(
  db: Queries,
  asking: InOrganization,
  asked: AskedPlace,
  explicit: boolean,
): Promise<InPlace> {
  const scope = await scopeOf(db, asking, asked, explicit)
  refuseBeside(scope, asked)
  const { agent: own, projectId } = asking.caller
  if (scope === 'session') {
    const session = await findSession(db, asking, given('session', asked.session, explicit, latest), false)
    requireRight(session, 'edit')
    const project = session.project_id ? await findProject(db, asking, session.project_id, false) : null
    if (asked.project && project?.id !== (await findProject(db, asking, asked.project, false)).id)
      refuseField('project', 'The session is not in this project. Leave it out.')
    return { ...asking, agent: null, project, session, place: placeOf(scope, { project, session }) }
  }
  const ref = asked.project ?? projectId ?? undefined
  const needed = scope === 'project' ? given('project', ref, explicit) : ref
  const project = needed === undefined ? null : await findProject(db, asking, needed, false)
  if (project) requireRight(project, 'edit')
  const agent =
    scope === 'agent'
      ? await findAgent(db, asking, given('agent', asked.agent, explicit, own?.id), false)
      : null
  return { ...asking, agent, project, session: null, place: placeOf(scope, { agent, project }) }
}

interface Owners {
  agent?: Pick<AgentRow, 'id'> | null
  project?: Pick<SeenProject, 'id'> | null
  session?: Pick<SeenSession, 'id' | 'user_id'> | null
}

export function placeOf(scope: Scope, { agent, project, session }: Owners): Place {
  const alone = scope === 'session' && !project
  return {
    scope,
    agent_id: scope === 'agent' ? agent!.id : null,
    session_id: scope === 'session' ? session!.id : null,
    project_id: project?.id ?? null,
    owner_id: alone ? session!.user_id : null,
  }
}

/** What was said; else where the agent at work keeps what it learns; else what is named, if that is clear. */
async function scopeOf(
  db: Queries,
  asking: InOrganization,
  { scope, agent, project, session }: AskedPlace,
  explicit: boolean,
): Promise<Scope> {
  if (scope) return scope
  if (session) return 'session'
  if (agent) return 'agent'
  const own = asking.caller.agent
  if (own && !explicit) {
    const { memory_scope } = await findAgent(db, asking, own.id, false)
    const known = memory_scope !== 'project' || (project ?? asking.caller.projectId) !== null
    if (known) return memory_scope
  }
  if (project && !explicit) return 'project'
  return refuseField(
    'scope',
    'Say where it belongs: "scope": "project" with "project", "scope": "agent" with "agent", or "scope": "session" with "session".',
  )
}

function given(field: Scope, ref: string | undefined, explicit: boolean, otherwise?: string): string {
  const found = ref ?? (explicit ? undefined : otherwise)
  return found ?? refuseField(field, `The scope is "${field}": say which ${field} is meant.`)
}

/** What would be ignored is refused: whoever named it expects something of it. */
function refuseBeside(scope: Scope, asked: AskedPlace): void {
  const beside = (['agent', 'session'] as const).filter(
    (field) => field !== scope && asked[field] !== undefined,
  )
  if (beside.length === 0) return
  throw new Refusal(
    'invalid_input',
    {},
    beside.map((path) => ({ path, message: `With the scope "${scope}" there is no ${path}. Leave it out.` })),
  )
}
