import type { Filter, InOrganization } from '../../operations/access.ts'
import { type SearchKind, comingWithBaton } from './kinds.ts'
import { entriesSeenBy } from './visible-entries.ts'

/** What a search is limited to, besides what the caller sees. */
export interface Within {
  kinds: readonly SearchKind[]
  project?: string | undefined
  agent?: string | undefined
  session?: string | undefined
  tags?: readonly string[] | undefined
  /** Changed at this time or later; changed before this time. */
  since?: string | undefined
  until?: string | undefined
  /** These words stand there one after the other; or must not stand there. */
  phrases?: readonly string[] | undefined
  without?: readonly string[] | undefined
  /** More conditions on the entries `e`, with parameters of their own that begin at `$1`. */
  where?: Filter | undefined
}

/** The entries `e` that a search may find. Its values are the first parameters of the query. */
export function entriesWithin(asking: InOrganization, within: Within): Filter {
  const withBaton = within.kinds.some((kind) => comingWithBaton.includes(kind))
  return withConditions(entriesSeenBy(asking, { comingWithBaton: withBaton }), within)
}

/** The same for what somebody sees by another rule. */
export function withConditions(seen: Filter, within: Within): Filter {
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

/** Conditions whose parameters come after so many others. */
export function withParametersAfter(others: number, sql: string): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + others}`)
}
