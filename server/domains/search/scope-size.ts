import type { Queries } from '../../database/queries.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { App } from '../../operations/context.ts'
import type { SearchLimits } from './scope.ts'

/*
 * Up to these numbers of entries, a full scan is as fast as the index. The embedded database is slower. If the entries
 * are a small share of all, the approximate index would mostly return entries of others.
 */
const manyByEngine = { pglite: 2000, pgsql: 5000 }
const smallShare = 0.02
const cacheSeconds = 30
const maxCached = 10_000

type Cache = Map<string, { many: boolean; until: number }>

const caches = new WeakMap<App, Cache>()

/** Checks whether a scope is too large for a full scan. Counts only up to the limit, and caches the result. */
export async function hasMany(
  app: App,
  db: Queries,
  { organization }: Pick<InOrganization, 'organization'>,
  { kinds, project, agent, session }: SearchLimits,
): Promise<boolean> {
  const cache = caches.get(app) ?? (new Map() as Cache)
  caches.set(app, cache)
  const key = [organization.id, project, agent, session, ...kinds.toSorted()].join()
  const cached = cache.get(key)
  if (cached && cached.until > Date.now()) return cached.many
  const values: unknown[] = [organization.id, kinds]
  const parameter = (value: unknown) => `$${values.push(value)}::uuid`
  const conditions = [
    ...(project ? [`and project_id = ${parameter(project)}`] : []),
    ...(agent ? [`and agent_id = ${parameter(agent)}`] : []),
    ...(session ? [`and session_id = ${parameter(session)}`] : []),
  ]
  const [counted] = await db.run<{ many: boolean }>(
    `with few as (
       select greatest(${manyByEngine[app.database.engine]}, reltuples * ${smallShare})::integer as most
         from pg_class where oid = 'search_entries'::regclass)
     select count(*) > (select most from few) as many from (
       select 1 from search_entries where organization_id = $1 and subject_kind = any($2) ${conditions.join(' ')}
        limit (select most + 1 from few)) as counted`,
    values,
  )
  const { many } = counted!
  if (cache.size > maxCached) cache.clear()
  cache.set(key, { many, until: Date.now() + cacheSeconds * 1000 })
  return many
}
