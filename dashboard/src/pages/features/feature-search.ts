import { oneOf, searchOf } from '../../routes/search.ts'
import type { SelectOption } from '../../ui/select.tsx'
import { kinds, openStatuses, statusNames, statuses } from './names.ts'
import type { Feature, FeatureFilter } from './queries.ts'

export type Which = 'open' | 'all' | Feature['status']

export const whichFeatures: SelectOption<Which>[] = [
  { value: 'open', name: 'On their way' },
  ...statuses.map((value) => ({ value, name: statusNames[value] })),
  { value: 'all', name: 'All of them' },
]

/** Which features the address asks for: those on their way, unless it says otherwise. */
export const readFeatureSearch = searchOf({
  which: oneOf<Exclude<Which, 'open'>>(['all', ...statuses]),
  kind: oneOf(kinds),
})
export type FeatureSearch = ReturnType<typeof readFeatureSearch>

export function filterOf({ which, kind }: FeatureSearch): FeatureFilter {
  const status = which === undefined ? openStatuses : which === 'all' ? undefined : [which]
  return { ...(status && { status }), ...(kind && { kind: [kind] }) }
}
