import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { type SearchKind, builtInKinds } from './kinds.ts'
import { entriesVisibleTo } from './visible-entries.ts'

/** Limits of a search, besides visibility. */
export interface SearchLimits {
  kinds: readonly SearchKind[]
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

/** Builds the filter for the entries `e` of a search. */
export function entriesWithin(granted: InOrganization, within: SearchLimits): Sql {
  const includesBuiltIn = within.kinds.some((kind) => builtInKinds.includes(kind))
  return withConditions(entriesVisibleTo(granted, { includeBuiltIn: includesBuiltIn }), within)
}

/** Adds the limits to another visibility filter. */
export function withConditions(visible: Sql, within: SearchLimits): Sql {
  const { kinds, project, agent, session, tags, since, until, phrases, without, where } = within
  const conditions = [visible, sql`e.subject_kind = any(${kinds}::text[])`]
  if (project) conditions.push(sql`e.project_id = ${project}::uuid`)
  if (agent) conditions.push(sql`e.agent_id = ${agent}::uuid`)
  if (session) conditions.push(sql`e.session_id = ${session}::uuid`)
  if (tags?.length) conditions.push(sql`e.tags @> ${tags}::text[]`)
  if (since) conditions.push(sql`e.updated_at >= ${since}::timestamptz`)
  if (until) conditions.push(sql`e.updated_at < ${until}::timestamptz`)
  for (const phrase of phrases ?? [])
    conditions.push(sql`e.words @@ phraseto_tsquery('english', ${phrase}::text)`)
  for (const word of without ?? [])
    conditions.push(sql`not e.words @@ plainto_tsquery('english', ${word}::text)`)
  if (where) conditions.push(sql`(${where})`)
  return sql.join(conditions, ' and ')
}
