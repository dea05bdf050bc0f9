import type { Filter, InOrganization } from '../../operations/access.ts'
import { type SearchKind, builtInKinds } from './kinds.ts'
import { entriesSeenBy } from './visible-entries.ts'

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
  /** Further conditions on the entries `e`, whose parameters start at `$1`. */
  where?: Filter | undefined
}

/** Builds the filter for the entries `e` of a search. Its values are the first parameters of the query. */
export function entriesWithin(granted: InOrganization, within: SearchLimits): Filter {
  const includesBuiltIn = within.kinds.some((kind) => builtInKinds.includes(kind))
  return withConditions(entriesSeenBy(granted, { includeBuiltIn: includesBuiltIn }), within)
}

/** Adds the limits to another visibility filter. */
export function withConditions(seen: Filter, within: SearchLimits): Filter {
  const { kinds, project, agent, session, tags, since, until, phrases, without, where } = within
  const values = [...seen.values]
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const conditions = [seen.where, `e.subject_kind = any(${parameter(kinds, 'text[]')})`]
  if (project) conditions.push(`e.project_id = ${parameter(project, 'uuid')}`)
  if (agent) conditions.push(`e.agent_id = ${parameter(agent, 'uuid')}`)
  if (session) conditions.push(`e.session_id = ${parameter(session, 'uuid')}`)
  if (tags?.length) conditions.push(`e.tags @> ${parameter(tags, 'text[]')}`)
  if (since) conditions.push(`e.updated_at >= ${parameter(since, 'timestamptz')}`)
  if (until) conditions.push(`e.updated_at < ${parameter(until, 'timestamptz')}`)
  for (const phrase of phrases ?? [])
    conditions.push(`e.words @@ phraseto_tsquery('english', ${parameter(phrase, 'text')})`)
  for (const word of without ?? [])
    conditions.push(`not e.words @@ plainto_tsquery('english', ${parameter(word, 'text')})`)
  if (where) {
    conditions.push(`(${withParametersAfter(values.length, where.where)})`)
    values.push(...where.values)
  }
  return { where: conditions.join(' and '), values }
}

/** Renumbers the parameters of conditions, so that they follow `others` parameters. */
export function withParametersAfter(others: number, sql: string): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + others}`)
}
