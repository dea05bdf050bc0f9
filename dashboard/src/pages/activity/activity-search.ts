import { fromDay, omitUndefined, throughDay } from '../../days.ts'
import { asText, searchOf } from '../../routes/search.ts'
import type { ActivityFilter } from './queries.ts'

/** Activity filters in the URL. The event type is `subject` there, because `type` filters tasks on project pages. */
export const readActivitySearch = searchOf({
  subject: asText,
  agent: asText,
  person: asText,
  project: asText,
  since: asText,
  until: asText,
})
export type ActivitySearch = ReturnType<typeof readActivitySearch>

/** Filters that the page itself sets. It hides their fields and chips. */
export type ActivityWithin = Pick<ActivitySearch, 'agent' | 'project'>

export function filterOf(search: ActivitySearch, within: ActivityWithin = {}): ActivityFilter {
  const { subject, person, since, until } = search
  const { agent, project } = { ...search, ...omitUndefined(within) }
  return omitUndefined({
    type: subject,
    agent,
    person,
    project,
    since: fromDay(since),
    until: throughDay(until),
  })
}
