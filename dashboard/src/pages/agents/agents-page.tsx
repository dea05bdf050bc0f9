import { Link } from '@tanstack/react-router'
import { GlobeIcon, PlusIcon } from 'lucide-react'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Person } from '../../ui/person.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { BrowseButton } from '../marketplace/browse-button.tsx'
import { type Agent, agentsQuery } from './queries.ts'
import { texts } from './texts.ts'

const columns: Column<Agent>[] = [
  {
    head: texts.columns.agent,
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
                <GlobeIcon /> {texts.public}
              </Badge>
            )
          }
        />
      </Link>
    ),
  },
  {
    head: texts.columns.model,
    cell: ({ model }) => model && <span className="text-[13px] text-muted">{model}</span>,
  },
  {
    head: texts.columns.openTasks,
    cell: ({ openTasks }) => <span className="tabular-nums">{openTasks}</span>,
    atEnd: true,
  },
  {
    head: texts.columns.lastSeen,
    atEnd: true,
    cell: ({ lastUsedAt }) => (
      <span className="text-[13px] text-muted">{lastUsedAt ? <Time at={lastUsedAt} /> : texts.never}</span>
    ),
  },
]

export function AgentsPage() {
  const page = texts.agentsPage
  const create = useHasRole('member') && (
    <LinkButton kind="primary" to="/agents/new">
      <PlusIcon /> {page.create}
    </LinkButton>
  )
  return (
    <Page
      title={page.title}
      actions={
        <>
          <BrowseButton kind="agent" />
          {create}
        </>
      }
    >
      <PagedList query={agentsQuery} noun={page.noun} empty={<Empty {...page.empty}>{create}</Empty>}>
        {(agents) => <Table label={page.label} columns={columns} items={agents} keyOf={({ id }) => id} />}
      </PagedList>
    </Page>
  )
}
