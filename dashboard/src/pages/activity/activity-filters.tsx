import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { hasFilters } from '../../ui/filtered-list.tsx'
import { ActiveFilters, FilterButton, FilterGrid, FilterInput, FilterOne } from '../../ui/filters.tsx'
import { useAgentNames } from '../agents/agent-names.ts'
import { everybodyQuery } from '../members/queries.ts'
import { useProjectNames } from '../projects/project-names.ts'
import { Options } from '../tasks/icon-select.tsx'
import type { ActivitySearch, ActivityWithin } from './activity-search.ts'
import { texts } from './texts.ts'

interface ActivityFiltersProps {
  search: ActivitySearch
  within: ActivityWithin
  change: (change: ActivitySearch) => void
}

export function ActivityFilters({ search, within, change }: ActivityFiltersProps) {
  return (
    <FilterButton label={texts.filters.label} isActive={hasFilters(search)}>
      <Fields search={search} within={within} change={change} />
    </FilterButton>
  )
}

function Fields({ search, within, change }: ActivityFiltersProps) {
  const names = useNames()
  const isMember = useHasRole('member')
  const { filters, subjects } = texts
  const set = (name: keyof ActivitySearch) => ({
    value: search[name],
    onChange: (value: string) => change({ [name]: value || undefined }),
  })
  return (
    <FilterGrid>
      <FilterOne label={filters.subject} {...set('subject')}>
        <Options names={subjects} />
      </FilterOne>
      {isMember && !within.agent && (
        <FilterOne label={filters.agent} {...set('agent')}>
          <Options names={names.agents} />
        </FilterOne>
      )}
      {isMember && !within.agent && (
        <FilterOne label={filters.person} {...set('person')}>
          <Options names={names.people} />
        </FilterOne>
      )}
      {!within.project && (
        <FilterOne label={filters.project} {...set('project')}>
          <Options names={names.projects} />
        </FilterOne>
      )}
      <FilterInput label={filters.from} type="date" {...set('since')} />
      <FilterInput label={filters.until} type="date" {...set('until')} />
    </FilterGrid>
  )
}

/** The active filters. Each chip removes its filter. */
export function ActivityChips({ search, change }: Omit<ActivityFiltersProps, 'within'>) {
  const names = useNames()
  const { filters, filterChips, subjects } = texts
  const words: Record<keyof ActivitySearch, string> = {
    subject: filterChips.property(
      filters.subject,
      subjects[search.subject!]?.toLowerCase() ?? search.subject,
    ),
    agent: filterChips.property(filters.agent, names.agents[search.agent!] ?? search.agent),
    person: filterChips.property(filters.person, names.people[search.person!] ?? search.person),
    project: filterChips.property(filters.project, names.projects[search.project!] ?? search.project),
    since: filterChips.from(search.since),
    until: filterChips.until(search.until),
  }
  return <ActiveFilters filters={search} words={words} clearLabel={filters.clear} change={change} />
}

/** Names of agents and people by id, and of projects by slug, as they stand in the URL. */
function useNames() {
  const people = useQuery({ ...everybodyQuery, enabled: useHasRole('member') }).data ?? []
  return {
    agents: useAgentNames(),
    people: Object.fromEntries(people.map(({ user }) => [user.id, user.name])),
    projects: useProjectNames(),
  }
}
