import { Link, useSearch } from '@tanstack/react-router'
import { useHasRole } from '../../my-role.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { DocumentList, type ListOptions } from '../knowledge/document-list.tsx'
import { ProjectName } from '../knowledge/project-choice.tsx'
import { Tags } from '../knowledge/tags.tsx'
import { canAddTo, useProject } from '../projects/this-project.ts'
import { DecisionStatus } from './decision-status.tsx'
import {
  type Decision,
  type DecisionSearch,
  decisionsQuery,
  filterOf,
  statusNames,
  organizationWide,
} from './queries.ts'
import { texts } from './texts.ts'

/** The decisions of the organization and its visible projects. */
export function DecisionsPage() {
  return <DecisionList search={useSearch({ from: '/shell/decisions' })} canCreate={useHasRole('member')} />
}

export function ProjectDecisionsPage() {
  const { which, tag } = useSearch({ from: '/shell/projects/$slug/decisions' })
  const project = useProject()
  return <DecisionList search={{ which, tag }} project={project} canCreate={canAddTo(project)} />
}

function DecisionList(options: ListOptions<DecisionSearch>) {
  const { search, project } = options
  const page = texts.decisionsPage
  const of = project?.slug ?? search.of
  return (
    <DocumentList
      {...options}
      texts={page}
      which={{ label: page.statusFilter, all: page.allStatuses, names: statusNames }}
      projects={{
        all: page.allProjects,
        others: [{ value: organizationWide, name: page.organizationWide }],
      }}
      newPage="/decisions/new"
      query={decisionsQuery(filterOf({ ...search, of }))}
    >
      {(decisions) => (
        <Table
          label={page.title}
          columns={columns}
          hidden={project && texts.columns.project}
          items={decisions}
          keyOf={({ id }) => id}
        />
      )}
    </DocumentList>
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
