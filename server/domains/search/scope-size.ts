import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'
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
  const conditions = [sql`organization_id = ${organization.id}`, sql`subject_kind = any(${kinds})`]
  if (project) conditions.push(sql`project_id = ${project}::uuid`)
  if (agent) conditions.push(sql`agent_id = ${agent}::uuid`)
  if (session) conditions.push(sql`session_id = ${session}::uuid`)
  const [counted] = await db.run<{ many: boolean }>(
    sql`with few as (
       select greatest(${sql.raw(manyByEngine[app.database.engine])}, reltuples * ${sql.raw(smallShare)})::integer as most
         from pg_class where oid = 'search_entries'::regclass)
     select count(*) > (select most from few) as many from (
       select 1 from search_entries where ${sql.join(conditions, ' and ')}
        limit (select most + 1 from few)) as counted`,
  )
  const { many } = counted!
  if (cache.size > maxCached) cache.clear()
  cache.set(key, { many, until: Date.now() + cacheSeconds * 1000 })
  return many
}
