import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Select } from '../../ui/select.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { statusNames } from './names.ts'
import { sessionsQuery } from './queries.ts'
import { type SessionSearch, filterOf } from './session-search.ts'
import { SessionTimeline } from './session-timeline.tsx'
import { texts } from './texts.ts'

/** The sessions of users and agents, by day. */
export function SessionsPage() {
  const page = texts.sessionsPage
  const search = useSearch({ from: '/shell/sessions' })
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8 md:py-8">
      <title>{`${page.title} · Baton`}</title>
      <h1 className="text-xl font-semibold tracking-tight">{page.title}</h1>
      <p className="mt-1 mb-4 max-w-prose text-muted">{page.text}</p>
      <Filters
        search={search}
        change={(change) =>
          void navigate({ to: '.', search: (present) => ({ ...present, ...change }), replace: true })
        }
      />
      <Sessions search={search} />
    </div>
  )
}

/** The sessions of one agent. */
export function AgentSessionsPage() {
  const { agent } = useParams({ from: '/shell/agents/$agent/sessions' })
  return (
    <div className="max-w-4xl px-4 py-5 md:px-8">
      <Sessions search={{ agent }} />
    </div>
  )
}

function Sessions({ search }: { search: SessionSearch }) {
  const { noun, more, empty, noMatches } = texts.sessionsPage
  const hasFilters = [search.state, search.project, search.mine].some((value) => value !== undefined)
  return (
    <PagedList
      query={sessionsQuery(filterOf(search))}
      noun={noun}
      moreLabel={more}
      empty={<Empty {...(hasFilters ? noMatches : empty)} />}
    >
      {(sessions) => <SessionTimeline sessions={sessions} />}
    </PagedList>
  )
}

const any = ''

function Filters({ search, change }: { search: SessionSearch; change: (change: SessionSearch) => void }) {
  const { filters } = texts
  const agents = useQuery({ ...everyAgentQuery, enabled: useHasRole('member') }).data ?? []
  const projects = useQuery(projectsQuery(false)).data ?? []
  return (
    <div className="mb-2 flex flex-wrap gap-2">
      <Select
        label={filters.status}
        options={[
          { value: any, name: filters.allStatuses },
          ...Object.entries(statusNames).map(([value, name]) => ({ value, name })),
        ]}
        value={search.state ?? any}
        onChange={(state) => change({ state: (state as SessionSearch['state']) || undefined })}
      />
      <Select
        label={filters.user}
        options={[
          { value: any, name: filters.allUsers },
          { value: 'mine', name: filters.mine },
        ]}
        value={search.mine ? 'mine' : any}
        onChange={(mine) => change({ mine: mine === 'mine' || undefined })}
      />
      {agents.length > 0 && (
        <Select
          label={filters.agent}
          options={[
            { value: any, name: filters.allAgents },
            ...agents.map(({ id, name }) => ({ value: id, name })),
          ]}
          value={search.agent ?? any}
          onChange={(agent) => change({ agent: agent || undefined })}
        />
      )}
      {projects.length > 0 && (
        <Select
          label={filters.project}
          options={[
            { value: any, name: filters.allProjects },
            ...projects.map(({ slug, name }) => ({ value: slug, name })),
          ]}
          value={search.project ?? any}
          onChange={(project) => change({ project: project || undefined })}
        />
      )}
    </div>
  )
}
