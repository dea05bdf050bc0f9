import { oneOf, searchOf } from '../../routes/search.ts'
import { kinds, openStatuses, statuses } from './names.ts'
import type { Feature, FeatureFilter } from './queries.ts'

export type StatusFilter = 'all' | Feature['status']

/** Parses the filter from the URL. Without a status, only open features are listed. */
export const readFeatureSearch = searchOf({
  which: oneOf<StatusFilter>(['all', ...statuses]),
  kind: oneOf(kinds),
})
export type FeatureSearch = ReturnType<typeof readFeatureSearch>

export function filterOf({ which, kind }: FeatureSearch): FeatureFilter {
  const status = which === undefined ? openStatuses : which === 'all' ? undefined : [which]
  return { ...(status && { status }), ...(kind && { kind: [kind] }) }
}
