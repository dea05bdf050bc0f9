import { useSearch } from '@tanstack/react-router'
import { useHasRole } from '../../my-role.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { DocumentList, type ListOptions } from '../knowledge/document-list.tsx'
import { ProjectName } from '../knowledge/project-choice.tsx'
import { canAddTo, useProject } from '../projects/this-project.ts'
import { type ListedSpec, type SpecSearch, filterOf, specsQuery, statusNames } from './queries.ts'
import { SpecStatus } from './spec-status.tsx'
import { texts } from './texts.ts'

/** All specs of the organization that the user can view. */
export function SpecsPage() {
  return <SpecList search={useSearch({ from: '/shell/specs' })} canCreate={useHasRole('member')} />
}

export function ProjectSpecsPage() {
  const { which } = useSearch({ from: '/shell/projects/$slug/specs' })
  const project = useProject()
  return <SpecList search={{ which }} project={project} canCreate={canAddTo(project)} />
}

function SpecList(options: ListOptions<SpecSearch>) {
  const { search, project } = options
  const page = texts.specsPage
  const of = project?.slug ?? search.of
  return (
    <DocumentList
      {...options}
      texts={page}
      which={{ label: page.statusFilter, all: page.active, names: statusNames }}
      projects={{ all: page.allProjects }}
      newPage="/specs/new"
      query={specsQuery(filterOf({ ...search, of }))}
    >
      {(specs) => (
        <Table
          label={page.title}
          columns={columns}
          hidden={project && texts.columns.project}
          items={specs}
          keyOf={({ id }) => id}
        />
      )}
    </DocumentList>
  )
}

const columns: Column<ListedSpec>[] = [
  {
    head: texts.columns.spec,
    cell: ({ key, title }) => (
      <span className="flex min-w-0 items-baseline gap-2.5">
        <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
        <TitleLink to="/specs/$spec" params={{ spec: key }}>
          {title}
        </TitleLink>
      </span>
    ),
  },
  { head: texts.columns.project, cell: ({ project }) => <ProjectName project={project} /> },
  { head: texts.columns.status, cell: ({ status }) => <SpecStatus status={status} /> },
  {
    head: texts.columns.revision,
    cell: ({ latestRevision }) => <span className="tabular-nums">{latestRevision}</span>,
  },
  { head: texts.columns.items, cell: ({ links }) => <LinkedItems keys={links.map(({ key }) => key)} /> },
  {
    head: texts.columns.updated,
    atEnd: true,
    cell: ({ updatedAt }) => (
      <span className="text-[13px] text-muted">
        <Time at={updatedAt} />
      </span>
    ),
  },
]

function LinkedItems({ keys }: { keys: string[] }) {
  if (keys.length === 0) return null
  const more = keys.length > 3 ? texts.specsPage.moreItems(keys.length - 3) : ''
  return (
    <span className="text-[13px] text-muted">
      <span className="font-mono text-xs">{keys.slice(0, 3).join(', ')}</span>
      {more}
    </span>
  )
}
