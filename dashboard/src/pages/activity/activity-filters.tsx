import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { FilterButton, FilterChips, FilterGrid, FilterInput, FilterOne } from '../../ui/filters.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { everybodyQuery } from '../members/queries.ts'
import { Options } from '../tasks/icon-select.tsx'
import type { ActivitySearch, ActivityWithin } from './activity-search.ts'
import { texts } from './texts.ts'

interface ActivityFiltersProps {
  search: ActivitySearch
  within: ActivityWithin
  change: (change: ActivitySearch) => void
}

export function ActivityFilters({ search, within, change }: ActivityFiltersProps) {
  const on = Object.values(search).some((value) => value !== undefined)
  return (
    <FilterButton label={texts.filters.label} isActive={on}>
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
  const chips = (Object.keys(words) as (keyof ActivitySearch)[])
    .filter((name) => search[name] !== undefined)
    .map((name) => ({ name, text: words[name], onRemove: () => change({ [name]: undefined }) }))
  if (chips.length === 0) return null
  const noFilters = Object.fromEntries(chips.map(({ name }) => [name, undefined]))
  return (
    <FilterChips chips={chips}>
      <Button kind="quiet" className="h-6 px-2 text-xs" onClick={() => change(noFilters)}>
        {filters.clear}
      </Button>
    </FilterChips>
  )
}

/** Names of agents and people by id, and of projects by slug, as they stand in the URL. */
function useNames() {
  const enabled = useHasRole('member')
  const agents = useQuery({ ...everyAgentQuery, enabled }).data ?? []
  const people = useQuery({ ...everybodyQuery, enabled }).data ?? []
  const projects = useQuery(projectsQuery(false)).data ?? []
  return {
    agents: Object.fromEntries(agents.map(({ id, name }) => [id, name])),
    people: Object.fromEntries(people.map(({ user }) => [user.id, user.name])),
    projects: Object.fromEntries(projects.map(({ slug, name }) => [slug, name])),
  }
}
