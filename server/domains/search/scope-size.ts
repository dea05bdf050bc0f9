import type { Queries } from '../../database/queries.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { App } from '../../operations/context.ts'
import type { Within } from './scope.ts'

/*
 * Up to so many entries it is as quick to compare the bits of each as to ask their index. (The embedded database is slower at
 * it.) And where they are but a small share of all, the index would mostly find what others have.
 */
const manyFor = { pglite: 2000, pgsql: 5000 }
const smallShare = 0.02
const keptSeconds = 30
const mostKept = 10_000

type Known = Map<string, { many: boolean; until: number }>

const kept = new WeakMap<App, Known>()

/** Whether a search is among too many entries to look at each. It is counted no further than that, and not each time. */
export async function hasMany(
  app: App,
  db: Queries,
  { organization }: Pick<InOrganization, 'organization'>,
  { kinds, project, agent, session }: Within,
): Promise<boolean> {
  const known = kept.get(app) ?? (new Map() as Known)
  kept.set(app, known)
  const key = [organization.id, project, agent, session, ...kinds.toSorted()].join()
  const before = known.get(key)
  if (before && before.until > Date.now()) return before.many
  const values: unknown[] = [organization.id, kinds]
  const parameter = (value: unknown) => `$${values.push(value)}::uuid`
  const conditions = [
    ...(project ? [`and project_id = ${parameter(project)}`] : []),
    ...(agent ? [`and agent_id = ${parameter(agent)}`] : []),
    ...(session ? [`and session_id = ${parameter(session)}`] : []),
  ]
  const [counted] = await db.run<{ many: boolean }>(
    `with few as (
       select greatest(${manyFor[app.database.engine]}, reltuples * ${smallShare})::integer as most
         from pg_class where oid = 'search_entries'::regclass)
     select count(*) > (select most from few) as many from (
       select 1 from search_entries where organization_id = $1 and subject_kind = any($2) ${conditions.join(' ')}
        limit (select most + 1 from few)) as counted`,
    values,
  )
  const { many } = counted!
  if (known.size > mostKept) known.clear()
  known.set(key, { many, until: Date.now() + keptSeconds * 1000 })
  return many
}
