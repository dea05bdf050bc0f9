import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { type IndexedKind, builtInKinds } from './kinds.ts'
import { entriesVisibleTo } from './visible-entries.ts'
import type { Queries } from '../../database/queries.ts'
import type { App } from '../../operations/context.ts'
import { type SearchScope, type SearchTable, searchEntries } from './search-table.ts'

/** Limits of a search, besides visibility. */
export interface SearchLimits {
  kinds: readonly IndexedKind[]
  project?: string | undefined
  agent?: string | undefined
  session?: string | undefined
  tags?: readonly string[] | undefined
  /** Range of the last change: `since` is inclusive, `until` exclusive. */
  since?: string | undefined
  until?: string | undefined
  /** Required exact phrases, and excluded words. */
  phrases?: readonly string[] | undefined
  without?: readonly string[] | undefined
  /** Further conditions on the entries `e`. */
  where?: Sql | undefined
}

/** Builds the scope of a search in an organization. */
export function scopeOf(granted: InOrganization, within: SearchLimits): SearchScope {
  const { id } = granted.organization
  const includeBuiltIn = within.kinds.some((kind) => builtInKinds.includes(kind))
  const { kinds, project, agent, session } = within
  return {
    where: withConditions(entriesVisibleTo(granted, { includeBuiltIn }), within),
    groups: includeBuiltIn ? [id, null] : [id],
    places: {
      subject_kind: kinds,
      ...(project && { project_id: [project] }),
      ...(agent && { agent_id: [agent] }),
      ...(session && { session_id: [session] }),
    },
  }
}

/** Adds the limits to another visibility filter. */
export function withConditions(visible: Sql, within: SearchLimits): Sql {
  const { kinds, project, agent, session, tags, since, until, where } = within
  const conditions = [visible, sql`e.subject_kind = any(${kinds}::text[])`]
  if (project) conditions.push(sql`e.project_id = ${project}::uuid`)
  if (agent) conditions.push(sql`e.agent_id = ${agent}::uuid`)
  if (session) conditions.push(sql`e.session_id = ${session}::uuid`)
  if (tags?.length) conditions.push(sql`e.tags @> ${tags}::text[]`)
  if (since) conditions.push(sql`e.updated_at >= ${since}::timestamptz`)
  if (until) conditions.push(sql`e.updated_at < ${until}::timestamptz`)
  conditions.push(...wordConditions(within))
  if (where) conditions.push(sql`(${where})`)
  return sql.join(conditions, ' and ')
}

/** Requires exact phrases, and excludes words. */
export function wordConditions({
  phrases = [],
  without = [],
}: Pick<SearchLimits, 'phrases' | 'without'>): Sql[] {
  return [
    ...phrases.map((phrase) => sql`e.words @@ phraseto_tsquery('english', ${phrase}::text)`),
    ...without.map((word) => sql`not e.words @@ plainto_tsquery('english', ${word}::text)`),
  ]
}

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

/** Checks whether a scope of the search entries is too large for a full scan. */
export function hasMany(
  app: App,
  db: Queries,
  { organization }: Pick<InOrganization, 'organization'>,
  { kinds, project, agent, session }: SearchLimits,
): Promise<boolean> {
  const key = [organization.id, project, agent, session, ...kinds.toSorted()].join()
  const conditions = [sql`organization_id = ${organization.id}`, sql`subject_kind = any(${kinds})`]
  if (project) conditions.push(sql`project_id = ${project}::uuid`)
  if (agent) conditions.push(sql`agent_id = ${agent}::uuid`)
  if (session) conditions.push(sql`session_id = ${session}::uuid`)
  return exceedsScan(app, db, searchEntries, key, sql.join(conditions, ' and '))
}

/**
 * Checks whether the rows of a table that match are too many for a full scan. Counts only up to the limit, and caches
 * the result under the key.
 */
export async function exceedsScan(
  app: App,
  db: Queries,
  { name }: SearchTable,
  keyInTable: string,
  where: Sql,
): Promise<boolean> {
  const cache = caches.get(app) ?? (new Map() as Cache)
  caches.set(app, cache)
  const key = `${name} ${keyInTable}`
  const cached = cache.get(key)
  if (cached && cached.until > Date.now()) return cached.many
  const [counted] = await db.run<{ many: boolean }>(
    sql`with few as (
       select greatest(${sql.raw(manyByEngine[app.database.engine])}, reltuples * ${sql.raw(smallShare)})::integer as most
         from pg_class where oid = ${name}::text::regclass)
     select count(*) > (select most from few) as many from (
       select 1 from ${sql.raw(name)} e where ${where}
        limit (select most + 1 from few)) as counted`,
  )
  const { many } = counted!
  if (cache.size > maxCached) cache.clear()
  cache.set(key, { many, until: Date.now() + cacheSeconds * 1000 })
  return many
}
