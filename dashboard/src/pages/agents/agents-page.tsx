import { Link } from '@tanstack/react-router'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { GlobeIcon, PlusIcon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Person } from '../../ui/person.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { type Agent, agentsQuery } from './queries.ts'

const columns: Column<Agent>[] = [
  {
    head: 'Agent',
    cell: ({ id, name, role, publicSlug }) => (
      <Link to="/agents/$agent" params={{ agent: id }} className="max-w-full min-w-0 hover:underline">
        <Person
          kind="agent"
          id={id}
          name={name}
          detail={role || ' '}
          badges={
            publicSlug && (
              <Badge>
                <GlobeIcon /> Public
              </Badge>
            )
          }
        />
      </Link>
    ),
  },
  { head: 'Model', cell: ({ model }) => model && <span className="text-[13px] text-muted">{model}</span> },
  {
    head: 'Open tasks',
    cell: ({ openTasks }) => <span className="tabular-nums">{openTasks}</span>,
    atEnd: true,
  },
  {
    head: 'Last seen',
    atEnd: true,
    cell: ({ lastUsedAt }) => (
      <span className="text-[13px] text-muted">{lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'}</span>
    ),
  },
]

export function AgentsPage() {
  const make = useHasRole('member') && (
    <LinkButton kind="primary" to="/agents/new">
      <PlusIcon /> New agent
    </LinkButton>
  )
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 md:px-8 md:py-8">
      <title>Agents · Baton</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Agents</h1>
        {make}
      </div>
      <PagesOf
        query={agentsQuery}
        what="agents"
        empty={
          <Empty
            title="There is no agent yet"
            text="An agent has a role, instructions, skills and a memory of its own. Make one, connect it with a token, and give it tasks."
          >
            {make}
          </Empty>
        }
      >
        {(agents) => <Table label="Agents" columns={columns} items={agents} keyOf={({ id }) => id} />}
      </PagesOf>
    </div>
  )
}
