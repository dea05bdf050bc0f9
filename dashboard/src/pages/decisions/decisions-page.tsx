import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ListBar, ListFrame } from '../knowledge/page-frame.tsx'
import { ProjectFilter, ProjectName } from '../knowledge/project-choice.tsx'
import { ChosenTag, Tags } from '../knowledge/tags.tsx'
import { useProject } from '../projects/this-project.ts'
import { DecisionStatus } from './decision-status.tsx'
import {
  type Decision,
  type DecisionSearch,
  decisionsQuery,
  filterOf,
  statusNames,
  statuses,
  wide,
} from './queries.ts'

/** What was decided in the organization and its projects. */
export function DecisionsPage() {
  const search = useSearch({ from: '/shell/decisions' })
  const mayLog = useHasRole('member')
  return (
    <ListFrame title="Decisions" inProject={false}>
      <title>Decisions · Baton</title>
      <DecisionList search={search} mayLog={mayLog} />
    </ListFrame>
  )
}

export function ProjectDecisionsPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/decisions' })
  const { which, tag } = useSearch({ from: '/shell/projects/$slug/decisions' })
  const { name, may, archivedAt } = useProject()
  return (
    <ListFrame title="Decisions" inProject>
      <title>{`Decisions of ${name} · Baton`}</title>
      <DecisionList search={{ which, tag }} project={slug} mayLog={may.edit && !archivedAt} />
    </ListFrame>
  )
}

interface DecisionListProps {
  search: DecisionSearch
  project?: string
  mayLog: boolean
}

const all = 'all'

function DecisionList({ search, project, mayLog }: DecisionListProps) {
  const navigate = useNavigate()
  const show = (change: DecisionSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace: true })
  const where = project ?? (search.of === wide ? undefined : search.of)
  const log = mayLog && (
    <LinkButton kind="primary" to="/decisions/new" search={{ of: where }}>
      <PlusIcon /> Log a decision
    </LinkButton>
  )
  return (
    <>
      <ListBar action={log}>
        <Select
          label="Which decisions"
          options={[
            { value: all, name: 'All of them' },
            ...statuses.map((value) => ({ value, name: statusNames[value] })),
          ]}
          value={search.which ?? all}
          onChange={(which) => show({ which: which === all ? undefined : which })}
        />
        {!project && (
          <ProjectFilter
            all="Of everything"
            others={[{ value: wide, name: 'The whole organization' }]}
            value={search.of}
            onChange={(of) => show({ of })}
          />
        )}
        <ChosenTag tag={search.tag} />
      </ListBar>
      <PagesOf
        query={decisionsQuery(filterOf({ ...search, ...(project && { of: project }) }))}
        what="decisions"
        empty={<NoDecisions filtered={Boolean(search.which ?? search.tag ?? search.of)}>{log}</NoDecisions>}
      >
        {(decisions) => (
          <Table
            label="Decisions"
            columns={project ? columns.filter(({ head }) => head !== 'Project') : columns}
            items={decisions}
            keyOf={({ id }) => id}
          />
        )}
      </PagesOf>
    </>
  )
}

const columns: Column<Decision>[] = [
  {
    head: 'Decision',
    cell: ({ key, title, tags, supersededBy }) => (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
        <Link
          to="/decisions/$decision"
          params={{ decision: key }}
          className={`min-w-0 font-medium wrap-anywhere hover:underline ${supersededBy ? 'text-muted' : ''}`}
        >
          {title}
        </Link>
        <Tags tags={tags} />
        {supersededBy && <span className="text-[13px] text-muted">{supersededBy.key} holds instead</span>}
      </span>
    ),
  },
  {
    head: 'Project',
    cell: ({ project }) =>
      project ? <ProjectName project={project} /> : <span className="text-muted">Organization</span>,
  },
  { head: 'Status', cell: ({ status }) => <DecisionStatus status={status} /> },
  {
    head: 'When',
    atEnd: true,
    cell: ({ decidedAt, createdAt }) => (
      <span className="text-[13px] text-muted">
        <Time at={decidedAt ?? createdAt} />
      </span>
    ),
  },
]

function NoDecisions({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  if (filtered) return <Empty title="No such decisions" text="Nothing here matches the filter." />
  return (
    <Empty
      title="Nothing was decided here yet"
      text="Log what was decided, why, and what else was weighed: whoever comes later need not decide it again, and agents know what holds."
    >
      {children}
    </Empty>
  )
}
