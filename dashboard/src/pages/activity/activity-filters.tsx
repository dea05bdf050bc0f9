import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { FilterButton, FilterChips, FilterGrid, FilterInput, FilterOne } from '../../ui/filters.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { everybodyQuery } from '../members/queries.ts'
import { Options } from '../tasks/icon-select.tsx'
import type { ActivitySearch, ActivityWithin } from './activity-search.ts'
import { activityKinds } from './names.ts'

interface ActivityFiltersProps {
  search: ActivitySearch
  within: ActivityWithin
  change: (change: ActivitySearch) => void
}

export function ActivityFilters({ search, within, change }: ActivityFiltersProps) {
  const on = Object.values(search).some((value) => value !== undefined)
  return (
    <FilterButton label="Filter the activity" isActive={on}>
      {() => <Fields search={search} within={within} change={change} />}
    </FilterButton>
  )
}

function Fields({ search, within, change }: ActivityFiltersProps) {
  const names = useNames()
  const isMember = useHasRole('member')
  const set = (name: keyof ActivitySearch) => ({
    value: search[name],
    onChange: (value: string) => change({ [name]: value || undefined }),
  })
  return (
    <FilterGrid>
      <FilterOne label="About" {...set('what')}>
        <Options names={activityKinds} />
      </FilterOne>
      {isMember && !within.agent && (
        <FilterOne label="Agent" {...set('agent')}>
          <Options names={names.agents} />
        </FilterOne>
      )}
      {isMember && !within.agent && (
        <FilterOne label="Person" {...set('person')}>
          <Options names={names.people} />
        </FilterOne>
      )}
      {!within.project && (
        <FilterOne label="Project" {...set('project')}>
          <Options names={names.projects} />
        </FilterOne>
      )}
      <FilterInput label="From" type="date" {...set('since')} />
      <FilterInput label="Until" type="date" {...set('until')} />
    </FilterGrid>
  )
}

/** What is filtered by, in words. */
export function ActivityChips({ search, change }: Omit<ActivityFiltersProps, 'within'>) {
  const names = useNames()
  const words: Record<keyof ActivitySearch, string> = {
    what: `About: ${activityKinds[search.what!]?.toLowerCase() ?? search.what}`,
    agent: `Agent: ${names.agents[search.agent!] ?? search.agent}`,
    person: `Person: ${names.people[search.person!] ?? search.person}`,
    project: `Project: ${names.projects[search.project!] ?? search.project}`,
    since: `From ${search.since}`,
    until: `Until ${search.until}`,
  }
  const chips = (Object.keys(words) as (keyof ActivitySearch)[])
    .filter((name) => search[name] !== undefined)
    .map((name) => ({ name, text: words[name], onRemove: () => change({ [name]: undefined }) }))
  if (chips.length === 0) return null
  const nothing = Object.fromEntries(chips.map(({ name }) => [name, undefined]))
  return (
    <FilterChips chips={chips}>
      <Button kind="quiet" className="h-6 px-2 text-xs" onClick={() => change(nothing)}>
        Clear all
      </Button>
    </FilterChips>
  )
}

/** What they are called, by what an address calls them. */
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
