import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { OperationError, rejectField } from '../../operations/errors.ts'
import { type SeenProject, findProject, requireRight, rightHolders } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { findSession, latest } from '../sessions/access.ts'
import { findAgent } from '../agents/access.ts'
import { agentRef } from '../agents/agent.ts'
import type { AgentRow } from '../agents/tables.ts'
import { type SeenSession, sessionRef } from '../sessions/session.ts'
import { type ScopeColumns, type Scope, scopes } from './tables.ts'

/** How an input says where memory belongs. */
export const memoryScopeFields = {
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
export type ScopeInput = z.output<z.ZodObject<typeof memoryScopeFields>>

export interface InMemoryScope extends InOrganization {
  place: ScopeColumns
  /** What the place is called, and what stands there. */
  agent: AgentRow | null
  project: SeenProject | null
  session: SeenSession | null
}

/** For what is put into a scope, or removed from it. */
export function intoScope({ explicit = false } = {}): AccessRule<ScopeInput, InMemoryScope> {
  return {
    name: explicit ? 'memory(clear)' : 'memory(store)',
    sentence:
      'Whoever may change the project; for the memory of an agent, members; for that of a session, whoever goes on with it.',
    open: false,
    ...rightHolders.edit,
    async check({ caller, db, reads }, asked) {
      const granted = requireOrganization(caller, reads, 'guest')
      return findPlace(db, granted, asked, explicit)
    },
  }
}

async function findPlace(
  db: Queries,
  asking: InOrganization,
  asked: ScopeInput,
  explicit: boolean,
): Promise<InMemoryScope> {
  const scope = await scopeOf(db, asking, asked, explicit)
  refuseBeside(scope, asked)
  const { agent: own, projectId } = asking.caller
  if (scope === 'session') {
    const session = await findSession(db, asking, given('session', asked.session, explicit, latest), false)
    requireRight(session, 'edit')
    const project = session.project_id ? await findProject(db, asking, session.project_id, false) : null
    if (asked.project && project?.id !== (await findProject(db, asking, asked.project, false)).id)
      rejectField('project', 'The session is not in this project. Leave it out.')
    return { ...asking, agent: null, project, session, place: scopeColumns(scope, { project, session }) }
  }
  const ref = asked.project ?? projectId ?? undefined
  const needed = scope === 'project' ? given('project', ref, explicit) : ref
  const project = needed === undefined ? null : await findProject(db, asking, needed, false)
  if (project) requireRight(project, 'edit')
  const agent =
    scope === 'agent'
      ? await findAgent(db, asking, given('agent', asked.agent, explicit, own?.id), false)
      : null
  return { ...asking, agent, project, session: null, place: scopeColumns(scope, { agent, project }) }
}

interface Owners {
  agent?: Pick<AgentRow, 'id'> | null
  project?: Pick<SeenProject, 'id'> | null
  session?: Pick<SeenSession, 'id' | 'user_id'> | null
}

export function scopeColumns(scope: Scope, { agent, project, session }: Owners): ScopeColumns {
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
  { scope, agent, project, session }: ScopeInput,
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
  return rejectField(
    'scope',
    'Say where it belongs: "scope": "project" with "project", "scope": "agent" with "agent", or "scope": "session" with "session".',
  )
}

function given(field: Scope, ref: string | undefined, explicit: boolean, otherwise?: string): string {
  const found = ref ?? (explicit ? undefined : otherwise)
  return found ?? rejectField(field, `The scope is "${field}": say which ${field} is meant.`)
}

/** What would be ignored is refused: whoever named it expects something of it. */
function refuseBeside(scope: Scope, asked: ScopeInput): void {
  const beside = (['agent', 'session'] as const).filter(
    (field) => field !== scope && asked[field] !== undefined,
  )
  if (beside.length === 0) return
  throw new OperationError(
    'invalid_input',
    {},
    beside.map((path) => ({ path, message: `With the scope "${scope}" there is no ${path}. Leave it out.` })),
  )
}
