import { fromDay, omitUndefined, throughDay } from '../../days.ts'
import { asSwitch, asText, oneOf, searchOf } from '../../routes/search.ts'
import { kinds, scopes } from './names.ts'
import type { MemoryFilter } from './queries.ts'

/** Reads the query, the filters and the selected entry from the URL. */
export const readMemorySearch = searchOf({
  q: asText,
  scope: oneOf(scopes),
  agent: asText,
  project: asText,
  session: asText,
  kind: oneOf(kinds),
  tag: asText,
  since: asText,
  until: asText,
  superseded: asSwitch,
  archived: asSwitch,
  entry: asText,
})
export type MemorySearch = ReturnType<typeof readMemorySearch>

/** Filters that the page itself sets, so that they are not offered. */
export type Within = Pick<MemorySearch, 'agent' | 'project' | 'session'>

export function filterOf(search: MemorySearch, within: Within = {}): MemoryFilter {
  const { scope, kind, tag, since, until, superseded, archived } = search
  const { agent, project, session } = { ...search, ...omitUndefined(within) }
  return omitUndefined({
    scope,
    agent,
    project,
    session,
    archived,
    kind: kind && [kind],
    tag: tag?.trim() ? [tag.trim()] : undefined,
    since: fromDay(since),
    until: throughDay(until),
    includeSuperseded: superseded,
  })
}
