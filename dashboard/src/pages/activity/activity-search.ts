import { fromDay, omitUndefined, throughDay } from '../../days.ts'
import { asText, searchOf } from '../../routes/search.ts'
import type { ActivityFilter } from './queries.ts'

/** Which activity the address asks for. `type` is a word of the tasks on the pages of a project. */
export const readActivitySearch = searchOf({
  what: asText,
  agent: asText,
  person: asText,
  project: asText,
  since: asText,
  until: asText,
})
export type ActivitySearch = ReturnType<typeof readActivitySearch>

/** What a page is about already: then it is neither chosen nor shown. */
export type ActivityWithin = Pick<ActivitySearch, 'agent' | 'project'>

export function filterOf(search: ActivitySearch, within: ActivityWithin = {}): ActivityFilter {
  const { what, person, since, until } = search
  const { agent, project } = { ...search, ...omitUndefined(within) }
  return omitUndefined({
    ...{ type: what, agent, person, project },
    since: fromDay(since),
    until: throughDay(until),
  })
}
