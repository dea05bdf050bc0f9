import { fromDay, omitUndefined, throughDay } from '../../days.ts'
import { asSwitch, asText, oneOf, searchOf } from '../../routes/search.ts'
import { kinds, scopes } from './names.ts'
import type { MemoryFilter } from './queries.ts'

/** What the address says of the explorer: the question, the filter, and the entry that is open. */
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

/** What a page is about already: then it is neither chosen nor shown. */
export type Within = Pick<MemorySearch, 'agent' | 'project' | 'session'>

export function filterOf(search: MemorySearch, within: Within = {}): MemoryFilter {
  const { scope, kind, tag, since, until, superseded, archived } = search
  const { agent, project, session } = { ...search, ...omitUndefined(within) }
  return omitUndefined({
    ...{ scope, agent, project, session, archived },
    kind: kind && [kind],
    tag: tag?.trim() ? [tag.trim()] : undefined,
    since: fromDay(since),
    until: throughDay(until),
    includeSuperseded: superseded,
  })
}
