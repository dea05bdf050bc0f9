import { hasFilters } from '../../ui/filtered-list.tsx'
import { ActiveFilters, FilterButton, FilterGrid, FilterInput, FilterOne } from '../../ui/filters.tsx'
import { useAgentNames } from '../agents/agent-names.ts'
import { useProjectNames } from '../projects/project-names.ts'
import { Options } from '../tasks/icon-select.tsx'
import type { MemorySearch, Within } from './memory-search.ts'
import { kindNames, scopeNames } from './names.ts'
import { texts } from './texts.ts'

interface MemoryFiltersProps {
  search: MemorySearch
  within: Within
  change: (change: MemorySearch) => void
}

export function MemoryFilters({ search, within, change }: MemoryFiltersProps) {
  const { q: _q, entry: _entry, ...filters } = search
  return (
    <FilterButton label={texts.filters.label} isActive={hasFilters(filters)}>
      <Fields search={search} within={within} change={change} />
    </FilterButton>
  )
}

function Fields({ search, within, change }: MemoryFiltersProps) {
  const agents = useAgentNames()
  const projects = useProjectNames()
  const { filters } = texts
  const set = (name: 'scope' | 'agent' | 'project' | 'kind' | 'tag' | 'since' | 'until') => ({
    label: filters[name],
    value: search[name],
    onChange: (value: string) => change({ [name]: value || undefined }),
  })
  const toggle = (name: 'superseded' | 'archived') => ({
    label: filters[name],
    on: search[name] === true,
    onChange: (on: true | undefined) => change({ [name]: on }),
  })
  return (
    <>
      <FilterGrid>
        <FilterOne {...set('scope')}>
          <Options names={scopeNames} />
        </FilterOne>
        {!within.agent && (
          <FilterOne {...set('agent')}>
            <Options names={agents} />
          </FilterOne>
        )}
        {!within.project && (
          <FilterOne {...set('project')}>
            <Options names={projects} />
          </FilterOne>
        )}
        <FilterOne {...set('kind')}>
          <Options names={kindNames} />
        </FilterOne>
        <FilterInput type="text" {...set('tag')} />
        <FilterInput type="date" {...set('since')} />
        <FilterInput type="date" {...set('until')} />
      </FilterGrid>
      <Switch {...toggle('superseded')} />
      <Switch {...toggle('archived')} />
    </>
  )
}

interface SwitchProps {
  label: string
  on: boolean
  onChange: (on: true | undefined) => void
}

function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <label className="flex items-center gap-2 text-[13px]">
      <input
        type="checkbox"
        checked={on}
        onChange={({ target }) => onChange(target.checked || undefined)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}

/** The active filters. Each chip removes its filter. */
export function MemoryChips({ search, change }: Omit<MemoryFiltersProps, 'within'>) {
  const agents = useAgentNames()
  const projects = useProjectNames()
  const { q: _q, entry: _entry, ...filters } = search
  const { filters: labels, filterChips } = texts
  const words: { [Name in keyof typeof filters]-?: string } = {
    scope: filterChips.property(labels.scope, search.scope && scopeNames[search.scope].toLowerCase()),
    agent: filterChips.property(labels.agent, agents[search.agent!] ?? search.agent),
    project: filterChips.property(labels.project, projects[search.project!] ?? search.project),
    session: filterChips.session,
    kind: filterChips.property(labels.kind, search.kind && kindNames[search.kind].toLowerCase()),
    tag: filterChips.property(labels.tag, search.tag),
    since: filterChips.from(search.since),
    until: filterChips.until(search.until),
    superseded: labels.superseded,
    archived: labels.archived,
  }
  return <ActiveFilters filters={filters} words={words} clearLabel={labels.clear} change={change} />
}
