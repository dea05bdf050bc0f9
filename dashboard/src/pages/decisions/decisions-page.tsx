import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
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
  organizationWide,
} from './queries.ts'
import { texts } from './texts.ts'

/** The decisions of the organization and its visible projects. */
export function DecisionsPage() {
  const search = useSearch({ from: '/shell/decisions' })
  const canLog = useHasRole('member')
  return (
    <ListFrame title={texts.decisionsPage.title} inProject={false}>
      <title>{`${texts.decisionsPage.title} · Baton`}</title>
      <DecisionList search={search} canLog={canLog} />
    </ListFrame>
  )
}

export function ProjectDecisionsPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/decisions' })
  const { which, tag } = useSearch({ from: '/shell/projects/$slug/decisions' })
  const { name, may, archivedAt } = useProject()
  return (
    <ListFrame title={texts.decisionsPage.title} inProject>
      <title>{`${texts.decisionsPage.projectTitle(name)} · Baton`}</title>
      <DecisionList search={{ which, tag }} project={slug} canLog={may.edit && !archivedAt} />
    </ListFrame>
  )
}

interface DecisionListProps {
  search: DecisionSearch
  project?: string
  canLog: boolean
}

const all = 'all'

function DecisionList({ search, project, canLog }: DecisionListProps) {
  const page = texts.decisionsPage
  const navigate = useNavigate()
  const show = (change: DecisionSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace: true })
  const where = project ?? (search.of === organizationWide ? undefined : search.of)
  const log = canLog && (
    <LinkButton kind="primary" to="/decisions/new" search={{ of: where }}>
      <PlusIcon /> {page.log}
    </LinkButton>
  )
  return (
    <>
      <ListBar action={log}>
        <Select
          label={page.statusFilter}
          options={[
            { value: all, name: page.allStatuses },
            ...statuses.map((value) => ({ value, name: statusNames[value] })),
          ]}
          value={search.which ?? all}
          onChange={(which) => show({ which: which === all ? undefined : which })}
        />
        {!project && (
          <ProjectFilter
            all={page.allProjects}
            others={[{ value: organizationWide, name: page.organizationWide }]}
            value={search.of}
            onChange={(of) => show({ of })}
          />
        )}
        <ChosenTag tag={search.tag} />
      </ListBar>
      <PagedList
        query={decisionsQuery(filterOf({ ...search, ...(project && { of: project }) }))}
        noun={page.noun}
        empty={<NoDecisions filtered={Boolean(search.which ?? search.tag ?? search.of)}>{log}</NoDecisions>}
      >
        {(decisions) => (
          <Table
            label={page.label}
            columns={project ? columns.filter(({ head }) => head !== texts.columns.project) : columns}
            items={decisions}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
    </>
  )
}

const columns: Column<Decision>[] = [
  {
    head: texts.columns.decision,
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
        {supersededBy && (
          <span className="text-[13px] text-muted">{texts.decisionsPage.supersededBy(supersededBy.key)}</span>
        )}
      </span>
    ),
  },
  {
    head: texts.columns.project,
    cell: ({ project }) =>
      project ? (
        <ProjectName project={project} />
      ) : (
        <span className="text-muted">{texts.columns.organization}</span>
      ),
  },
  { head: texts.columns.status, cell: ({ status }) => <DecisionStatus status={status} /> },
  {
    head: texts.columns.date,
    atEnd: true,
    cell: ({ decidedAt, createdAt }) => (
      <span className="text-[13px] text-muted">
        <Time at={decidedAt ?? createdAt} />
      </span>
    ),
  },
]

function NoDecisions({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  const { empty, noMatches } = texts.decisionsPage
  if (filtered) return <Empty {...noMatches} />
  return <Empty {...empty}>{children}</Empty>
}
