import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { FilterButton, FilterChips, FilterGrid, FilterInput, FilterOne } from '../../ui/filters.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { Options } from '../tasks/icon-select.tsx'
import type { MemorySearch, Within } from './memory-search.ts'
import { type Kind, type Scope, kindNames, scopeNames } from './names.ts'
import { texts } from './texts.ts'

interface MemoryFiltersProps {
  search: MemorySearch
  within: Within
  change: (change: MemorySearch) => void
}

export function MemoryFilters({ search, within, change }: MemoryFiltersProps) {
  const { q: _q, entry: _entry, ...filters } = search
  const on = Object.values(filters).some((value) => value !== undefined)
  return (
    <FilterButton label={texts.filters.label} isActive={on}>
      <Fields search={search} within={within} change={change} />
    </FilterButton>
  )
}

function Fields({ search, within, change }: MemoryFiltersProps) {
  const names = useNames()
  const { filters } = texts
  return (
    <>
      <FilterGrid>
        <FilterOne
          label={filters.scope}
          value={search.scope}
          onChange={(scope) => change({ scope: (scope as Scope) || undefined })}
        >
          <Options names={scopeNames} />
        </FilterOne>
        {!within.agent && (
          <FilterOne
            label={filters.agent}
            value={search.agent}
            onChange={(agent) => change({ agent: agent || undefined })}
          >
            <Options names={names.agents} />
          </FilterOne>
        )}
        {!within.project && (
          <FilterOne
            label={filters.project}
            value={search.project}
            onChange={(project) => change({ project: project || undefined })}
          >
            <Options names={names.projects} />
          </FilterOne>
        )}
        <FilterOne
          label={filters.kind}
          value={search.kind}
          onChange={(kind) => change({ kind: (kind as Kind) || undefined })}
        >
          <Options names={kindNames} />
        </FilterOne>
        <FilterInput
          label={filters.tag}
          type="text"
          value={search.tag}
          onChange={(tag) => change({ tag: tag || undefined })}
        />
        <FilterInput
          label={filters.from}
          type="date"
          value={search.since}
          onChange={(since) => change({ since: since || undefined })}
        />
        <FilterInput
          label={filters.until}
          type="date"
          value={search.until}
          onChange={(until) => change({ until: until || undefined })}
        />
      </FilterGrid>
      <Switch
        label={filters.superseded}
        on={search.superseded === true}
        onChange={(superseded) => change({ superseded: superseded || undefined })}
      />
      <Switch
        label={filters.archived}
        on={search.archived === true}
        onChange={(archived) => change({ archived: archived || undefined })}
      />
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
  const names = useNames()
  const { q: _q, entry: _entry, ...filters } = search
  const { filters: labels, filterChips } = texts
  const words: { [Name in keyof typeof filters]-?: string } = {
    scope: filterChips.property(labels.scope, search.scope && scopeNames[search.scope].toLowerCase()),
    agent: filterChips.property(labels.agent, names.agents[search.agent!] ?? search.agent),
    project: filterChips.property(labels.project, names.projects[search.project!] ?? search.project),
    session: filterChips.session,
    kind: filterChips.property(labels.kind, search.kind && kindNames[search.kind].toLowerCase()),
    tag: filterChips.property(labels.tag, search.tag),
    since: filterChips.from(search.since),
    until: filterChips.until(search.until),
    superseded: labels.superseded,
    archived: labels.archived,
  }
  const chips = (Object.keys(words) as (keyof typeof filters)[])
    .filter((name) => filters[name] !== undefined)
    .map((name) => ({ name, text: words[name], onRemove: () => change({ [name]: undefined }) }))
  if (chips.length === 0) return null
  const noFilters = Object.fromEntries(chips.map(({ name }) => [name, undefined]))
  return (
    <FilterChips chips={chips}>
      <Button kind="quiet" className="h-6 px-2 text-xs" onClick={() => change(noFilters)}>
        {labels.clear}
      </Button>
    </FilterChips>
  )
}

/** Names of agents by id and of projects by slug, as they stand in the URL. */
function useNames() {
  const isMember = useHasRole('member')
  const agents = useQuery({ ...everyAgentQuery, enabled: isMember }).data ?? []
  const projects = useQuery(projectsQuery(false)).data ?? []
  return {
    agents: Object.fromEntries(agents.map(({ id, name }) => [id, name])),
    projects: Object.fromEntries(projects.map(({ slug, name }) => [slug, name])),
  }
}
