import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { scopeColumns } from '../memories/scope-columns.ts'
import type { ScopeColumns, Scope } from '../memories/tables.ts'
import type { OnSession } from './access.ts'

/** Resolves the memory scope for learned entries: the requested one, else the agent's, the project or the session. */
export async function resolveLearnedScope(
  { db, session }: Context & OnSession,
  requested?: Scope,
): Promise<ScopeColumns> {
  const [agent] = await db.run<{ id: string; memory_scope: Scope }>(
    sql`select id, memory_scope from agents where id = ${session.agent_id} and deleted_at is null`,
  )
  const project = session.project_id === null ? null : { id: session.project_id }
  const has = { agent: agent !== undefined, project: project !== null, session: true }
  if (requested && !has[requested])
    rejectField('scope', `The session has no ${requested}. Choose another scope.`)
  const scope = requested ?? agent?.memory_scope ?? 'project'
  return scopeColumns(has[scope] ? scope : 'session', { agent: agent ?? null, project, session })
}
