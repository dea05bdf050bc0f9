import type { Queries } from '../../database/queries.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { App } from '../../operations/context.ts'
import type { Within } from './scope.ts'

// Up to so many entries it is quicker to compare each. The embedded database is slower at both.
const manyFor = { pglite: 2000, pgsql: 5000 }
const keptSeconds = 30
const mostKept = 10_000

const kept = new WeakMap<App, Map<string, { many: boolean; until: number }>>()

/** Whether a search is among too many entries to look at each. */
export async function hasMany(
  app: App,
  db: Queries,
  { organization }: Pick<InOrganization, 'organization'>,
  { kinds, project, agent, session }: Within,
): Promise<boolean> {
  const known = kept.get(app) ?? new Map<string, { many: boolean; until: number }>()
  kept.set(app, known)
  const key = [organization.id, project, agent, session, ...kinds.toSorted()].join()
  const before = known.get(key)
  if (before && before.until > Date.now()) return before.many
  const values: unknown[] = [organization.id, kinds]
  const parameter = (value: unknown) => `$${values.push(value)}::uuid`
  const conditions = [
    ...(project ? [`project_id = ${parameter(project)}`] : []),
    ...(agent ? [`agent_id = ${parameter(agent)}`] : []),
    ...(session ? [`session_id = ${parameter(session)}`] : []),
  ]
  const most = manyFor[app.database.engine]
  const [counted] = await db.run<{ count: number }>(
    `select count(*)::integer as count from (select 1 from search_entries
       where organization_id = $1 and subject_kind = any($2) ${conditions.map((each) => `and ${each}`).join(' ')}
       limit ${most + 1}) as counted`,
    values,
  )
  const many = counted!.count > most
  if (known.size > mostKept) known.clear()
  known.set(key, { many, until: Date.now() + keptSeconds * 1000 })
  return many
}
