import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { scopeColumns } from '../memories/scope-columns.ts'
import type { ScopeColumns, Scope } from '../memories/tables.ts'
import type { OnSession } from './access.ts'

/** Where what a session learned is kept: as asked, else where its agent keeps it, else its project, else itself. */
export async function learnedScope(
  { db, session }: Context & OnSession,
  asked?: Scope,
): Promise<ScopeColumns> {
  const [agent] = await db.run<{ id: string; memory_scope: Scope }>(
    'select id, memory_scope from agents where id = $1 and deleted_at is null',
    [session.agent_id],
  )
  const project = session.project_id === null ? null : { id: session.project_id }
  const has = { agent: agent !== undefined, project: project !== null, session: true }
  if (asked && !has[asked]) rejectField('scope', `The session has no ${asked}. Choose another scope.`)
  const wanted = asked ?? agent?.memory_scope ?? 'project'
  return scopeColumns(has[wanted] ? wanted : 'session', { agent: agent ?? null, project, session })
}
