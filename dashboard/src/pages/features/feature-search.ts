import { oneOf, searchOf } from '../../routes/search.ts'
import type { SelectOption } from '../../ui/select.tsx'
import { kinds, openStatuses, statusNames, statuses } from './names.ts'
import type { Feature, FeatureFilter } from './queries.ts'
import { texts } from './texts.ts'

type StatusFilter = 'all' | Feature['status']

/** The options besides the default, which is open features. */
export const statusOptions: SelectOption<StatusFilter>[] = [
  ...statuses.map((value) => ({ value, name: statusNames[value] })),
  { value: 'all', name: texts.featuresPage.statusFilter.all },
]

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
