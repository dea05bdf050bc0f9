import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useHasRole } from '../../my-role.ts'
import { projectsQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Select } from '../../ui/select.tsx'
import { everyAgentQuery } from '../agents/queries.ts'
import { statusNames } from './names.ts'
import { sessionsQuery } from './queries.ts'
import { type SessionSearch, filterOf } from './session-search.ts'
import { SessionTimeline } from './session-timeline.tsx'

/** The stretches of work of people and agents, day by day. */
export function SessionsPage() {
  const search = useSearch({ from: '/shell/sessions' })
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8 md:py-8">
      <title>Sessions · Baton</title>
      <h1 className="text-xl font-semibold tracking-tight">Sessions</h1>
      <p className="mt-1 mb-4 max-w-prose text-muted">
        A session is a stretch of work of an agent: what it knows, what it wants to reach and how far it came,
        so that it can go on later, or elsewhere.
      </p>
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

/** Those of one agent. */
export function AgentSessionsPage() {
  const { agent } = useParams({ from: '/shell/agents/$agent/sessions' })
  return (
    <div className="max-w-4xl px-4 py-5 md:px-8">
      <Sessions search={{ agent }} />
    </div>
  )
}

function Sessions({ search }: { search: SessionSearch }) {
  const narrowed = [search.state, search.project, search.mine].some((value) => value !== undefined)
  return (
    <PagesOf
      query={sessionsQuery(filterOf(search))}
      what="sessions"
      more="Further back"
      empty={
        narrowed ? (
          <Empty title="There is no such session" text="Take a filter away to see more." />
        ) : (
          <Empty
            title="There is no session yet"
            text="An agent begins one with the tool create_session, and keeps in it where it stands. What was cut off goes on with resume_session."
          />
        )
      }
    >
      {(sessions) => <SessionTimeline sessions={sessions} />}
    </PagesOf>
  )
}

const any = ''

function Filters({ search, change }: { search: SessionSearch; change: (change: SessionSearch) => void }) {
  const agents = useQuery({ ...everyAgentQuery, enabled: useHasRole('member') }).data ?? []
  const projects = useQuery(projectsQuery(false)).data ?? []
  return (
    <div className="mb-2 flex flex-wrap gap-2">
      <Select
        label="Which sessions"
        options={[
          { value: any, name: 'All sessions' },
          ...Object.entries(statusNames).map(([value, name]) => ({ value, name })),
        ]}
        value={search.state ?? any}
        onChange={(state) => change({ state: (state as SessionSearch['state']) || undefined })}
      />
      <Select
        label="Whose sessions"
        options={[
          { value: any, name: 'Of everybody' },
          { value: 'mine', name: 'Mine' },
        ]}
        value={search.mine ? 'mine' : any}
        onChange={(mine) => change({ mine: mine === 'mine' || undefined })}
      />
      {agents.length > 0 && (
        <Select
          label="Of which agent"
          options={[
            { value: any, name: 'Every agent' },
            ...agents.map(({ id, name }) => ({ value: id, name })),
          ]}
          value={search.agent ?? any}
          onChange={(agent) => change({ agent: agent || undefined })}
        />
      )}
      {projects.length > 0 && (
        <Select
          label="In which project"
          options={[
            { value: any, name: 'Every project' },
            ...projects.map(({ slug, name }) => ({ value: slug, name })),
          ]}
          value={search.project ?? any}
          onChange={(project) => change({ project: project || undefined })}
        />
      )}
    </div>
  )
}
