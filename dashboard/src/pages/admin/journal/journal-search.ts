import { fromDay, omitUndefined, throughDay } from '../../../days.ts'
import { type ItemOf, readFilteredPages } from '../../../read.ts'
import { asText, oneOf, searchOf } from '../../../routes/search.ts'

export type AuditEntry = ItemOf<'journal.list'>

/** Filters of the journal in the URL. */
export const readJournalSearch = searchOf({
  actor: asText,
  type: asText,
  organization: asText,
  impersonated: oneOf(['yes', 'no'] as const),
  since: asText,
  until: asText,
})
export type JournalSearch = ReturnType<typeof readJournalSearch>

export function filterOf({ actor, type, organization, impersonated, since, until }: JournalSearch) {
  return omitUndefined({
    actor: actor?.trim() || undefined,
    type,
    organization: organization?.trim() || undefined,
    impersonated: impersonated && impersonated === 'yes',
    since: fromDay(since),
    until: throughDay(until),
  })
}

/** Refetched on every visit, because events of other organizations aren't announced. */
export const journalQuery = (search: JournalSearch) => ({
  ...readFilteredPages('journal.list', { ...filterOf(search), limit: 50 }),
  staleTime: 0,
})
