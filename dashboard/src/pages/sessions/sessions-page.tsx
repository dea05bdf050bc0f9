import { useParams, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { Page } from '../../ui/page.tsx'
import { useAgentNames } from '../agents/agent-names.ts'
import { useProjectNames } from '../projects/project-names.ts'
import { statusNames } from './names.ts'
import { sessionsQuery } from './queries.ts'
import { type SessionSearch, filterOf } from './session-search.ts'
import { SessionTimeline } from './session-timeline.tsx'
import { texts } from './texts.ts'

/** The sessions of users and agents, by day. */
export function SessionsPage() {
  const { title, text, ...list } = texts.sessionsPage
  const search = useSearch({ from: '/shell/sessions' })
  return (
    <Page title={title} text={text}>
      <FilteredList
        texts={list}
        query={sessionsQuery(filterOf(search))}
        filter={search}
        filters={<Filters search={search} />}
      >
        {(sessions) => <SessionTimeline sessions={sessions} />}
      </FilteredList>
    </Page>
  )
}

/** The sessions of one agent. */
export function AgentSessionsPage() {
  const { agent } = useParams({ from: '/shell/agents/$agent/sessions' })
  return (
    <div className="max-w-4xl px-4 py-5 md:px-8">
      <FilteredList texts={texts.sessionsPage} query={sessionsQuery(filterOf({ agent }))} filter={{}}>
        {(sessions) => <SessionTimeline sessions={sessions} />}
      </FilteredList>
    </div>
  )
}

function Filters({ search }: { search: SessionSearch }) {
  const { filters } = texts
  const change = useChangeSearch<SessionSearch>()
  const agents = useAgentNames()
  const projects = useProjectNames()
  return (
    <>
      <FilterSelect
        label={filters.status}
        all={filters.allStatuses}
        options={statusNames}
        value={search.state}
        onChange={(state) => change({ state })}
      />
      <FilterSelect
        label={filters.user}
        all={filters.allUsers}
        options={{ mine: filters.mine }}
        value={search.mine && 'mine'}
        onChange={(mine) => change({ mine: mine && true })}
      />
      {Object.keys(agents).length > 0 && (
        <FilterSelect
          label={filters.agent}
          all={filters.allAgents}
          options={agents}
          value={search.agent}
          onChange={(agent) => change({ agent })}
        />
      )}
      {Object.keys(projects).length > 0 && (
        <FilterSelect
          label={filters.project}
          all={filters.allProjects}
          options={projects}
          value={search.project}
          onChange={(project) => change({ project })}
        />
      )}
    </>
  )
}
