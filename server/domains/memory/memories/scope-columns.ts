import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { OperationError, rejectField } from '../../../errors/errors.ts'
import { type SeenProject, findProject, requireRight, rightHolders } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { findSession, latest } from '../sessions/find-session.ts'
import { findAgent } from '../../agents/access.ts'
import { agentRef } from '../../agents/agent.ts'
import type { AgentRow } from '../../agents/tables.ts'
import { type SeenSession, sessionRef } from '../sessions/session.ts'
import { type ScopeColumns, type Scope, scopes } from './tables.ts'

/** Input fields that select the owner of memory. */
export const memoryScopeFields = {
  scope: z
    .enum(scopes)
    .optional()
    .describe(
      'Owner: "agent", "project" or "session". Set the field of that name too. Agent tokens can omit both.',
    ),
  agent: agentRef.optional().describe('For scope "agent": its name or id. Default: the agent you act as.'),
  project: projectRef
    .optional()
    .describe(
      'For scope "project": its slug, key or id. With scope "agent": the project where it was learned.',
    ),
  session: sessionRef.optional().describe('For scope "session": its id. Default: your latest.'),
}
export type ScopeInput = z.output<z.ZodObject<typeof memoryScopeFields>>

export interface InMemoryScope extends InOrganization {
  place: ScopeColumns
  /** The owner, and the project of an agent or session. */
  agent: AgentRow | null
  project: SeenProject | null
  session: SeenSession | null
}

/** Allows storing entries in a scope, or clearing it. */
export function intoScope({ explicit = false } = {}): AccessRule<ScopeInput, InMemoryScope> {
  return {
    name: explicit ? 'memory(clear)' : 'memory(store)',
    sentence:
      'Users who can edit the project. For agent memory: members. For session memory: users who can resume it.',
    open: false,
    ...rightHolders.edit,
    async check({ caller, db, reads }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      return resolveScope(db, granted, input, explicit)
    },
  }
}

async function resolveScope(
  db: Queries,
  granted: InOrganization,
  input: ScopeInput,
  explicit: boolean,
): Promise<InMemoryScope> {
  const scope = await chooseScope(db, granted, input, explicit)
  rejectUnusedFields(scope, input)
  const { agent: own, projectId } = granted.caller
  if (scope === 'session') {
    const session = await findSession(
      db,
      granted,
      requireRef('session', input.session, explicit, latest),
      false,
    )
    requireRight(session, 'edit')
    const project = session.project_id ? await findProject(db, granted, session.project_id, false) : null
    if (input.project && project?.id !== (await findProject(db, granted, input.project, false)).id)
      rejectField('project', 'The session is not in this project. Leave it out.')
    return { ...granted, agent: null, project, session, place: scopeColumns(scope, { project, session }) }
  }
  const ref = input.project ?? projectId ?? undefined
  const needed = scope === 'project' ? requireRef('project', ref, explicit) : ref
  const project = needed === undefined ? null : await findProject(db, granted, needed, false)
  if (project) requireRight(project, 'edit')
  const agent =
    scope === 'agent'
      ? await findAgent(db, granted, requireRef('agent', input.agent, explicit, own?.id), false)
      : null
  return { ...granted, agent, project, session: null, place: scopeColumns(scope, { agent, project }) }
}

interface Owners {
  agent?: Pick<AgentRow, 'id'> | null
  project?: Pick<SeenProject, 'id'> | null
  session?: Pick<SeenSession, 'id' | 'user_id'> | null
}

export function scopeColumns(scope: Scope, { agent, project, session }: Owners): ScopeColumns {
  const isPrivate = scope === 'session' && !project
  return {
    scope,
    agent_id: scope === 'agent' ? agent!.id : null,
    session_id: scope === 'session' ? session!.id : null,
    project_id: project?.id ?? null,
    owner_id: isPrivate ? session!.user_id : null,
  }
}

/** Returns the given scope, else that of a named session or agent, else the calling agent's default, else `project`. */
async function chooseScope(
  db: Queries,
  granted: InOrganization,
  { scope, agent, project, session }: ScopeInput,
  explicit: boolean,
): Promise<Scope> {
  if (scope) return scope
  if (session) return 'session'
  if (agent) return 'agent'
  const own = granted.caller.agent
  if (own && !explicit) {
    const { memory_scope } = await findAgent(db, granted, own.id, false)
    const known = memory_scope !== 'project' || (project ?? granted.caller.projectId) !== null
    if (known) return memory_scope
  }
  if (project && !explicit) return 'project'
  return rejectField(
    'scope',
    'Pass the owner: "scope": "project" with "project", "scope": "agent" with "agent", or "scope": "session" with "session".',
  )
}

function requireRef(field: Scope, ref: string | undefined, explicit: boolean, fallback?: string): string {
  const found = ref ?? (explicit ? undefined : fallback)
  return found ?? rejectField(field, `The scope is "${field}". Pass "${field}" too.`)
}

/** Rejects fields that the scope would ignore, because the caller expects them to have an effect. */
function rejectUnusedFields(scope: Scope, input: ScopeInput): void {
  const unused = (['agent', 'session'] as const).filter(
    (field) => field !== scope && input[field] !== undefined,
  )
  if (unused.length === 0) return
  throw new OperationError(
    'invalid_input',
    {},
    unused.map((path) => ({ path, message: `The scope "${scope}" does not use "${path}". Leave it out.` })),
  )
}
