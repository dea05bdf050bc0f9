import { omitUndefined } from '../../days.ts'
import { asSwitch, asText, oneOf, searchOf } from '../../routes/search.ts'
import { sessionStatuses } from './names.ts'
import type { SessionFilter } from './queries.ts'

/** Reads the filters from the URL. */
export const readSessionSearch = searchOf({
  state: oneOf(sessionStatuses),
  agent: asText,
  project: asText,
  mine: asSwitch,
})
export type SessionSearch = ReturnType<typeof readSessionSearch>

export function filterOf({ state, agent, project, mine }: SessionSearch): SessionFilter {
  return { ...omitUndefined({ agent, project }), ...(state && { status: [state] }), mine: mine ?? false }
}
