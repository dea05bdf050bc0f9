import events from '../../../../../contract/events.json'
import { hasFilters } from '../../../ui/filtered-list.tsx'
import { ActiveFilters, FilterButton, FilterGrid, FilterInput, FilterOne } from '../../../ui/filters.tsx'
import { Options } from '../../tasks/icon-select.tsx'
import type { JournalSearch } from './journal-search.ts'
import { texts } from './texts.ts'

interface JournalFiltersProps {
  search: JournalSearch
  change: (change: JournalSearch) => void
}

const labels = texts.filters

/** The kinds of events by the type prefix that the server filters by. */
const kinds = Object.fromEntries(
  [...new Set(Object.keys(events).map((type) => type.split('.')[0]!))]
    .toSorted()
    .map((kind) => [`${kind}.`, texts.kind(kind)]),
)

export function JournalFilters({ search, change }: JournalFiltersProps) {
  const set = (name: keyof JournalSearch) => ({
    value: search[name],
    onChange: (chosen: string) => change({ [name]: chosen || undefined }),
  })
  return (
    <FilterButton label={labels.label} isActive={hasFilters(search)}>
      <FilterGrid>
        <FilterInput label={labels.actor} type="text" {...set('actor')} />
        <FilterOne label={labels.type} {...set('type')}>
          <Options names={kinds} />
        </FilterOne>
        <FilterInput label={labels.organization} type="text" {...set('organization')} />
        <FilterOne label={labels.impersonated} {...set('impersonated')}>
          <Options names={texts.impersonated} />
        </FilterOne>
        <FilterInput label={labels.since} type="date" {...set('since')} />
        <FilterInput label={labels.until} type="date" {...set('until')} />
      </FilterGrid>
      <p className="text-xs text-muted">{labels.hint}</p>
    </FilterButton>
  )
}

/** The active filters. Each chip removes its filter. */
export function JournalChips({ search, change }: JournalFiltersProps) {
  const words: Record<keyof JournalSearch, string> = {
    actor: texts.chip(labels.actor, search.actor),
    type: texts.chip(labels.type, kinds[search.type ?? ''] ?? search.type),
    organization: texts.chip(labels.organization, search.organization),
    impersonated: texts.impersonated[search.impersonated ?? 'yes'],
    since: texts.chip(labels.since, search.since),
    until: texts.chip(labels.until, search.until),
  }
  return <ActiveFilters filters={search} words={words} clearLabel={labels.clear} change={change} />
}
