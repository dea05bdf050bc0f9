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
import { useProject } from '../projects/this-project.ts'
import { type ListedSpec, type SpecSearch, filterOf, specsQuery, statusNames, statuses } from './queries.ts'
import { SpecStatus } from './spec-status.tsx'
import { texts } from './texts.ts'

/** All specs of the organization that the user can view. */
export function SpecsPage() {
  const search = useSearch({ from: '/shell/specs' })
  const canCreate = useHasRole('member')
  return (
    <ListFrame title={texts.specsPage.title} inProject={false}>
      <title>{`${texts.specsPage.title} · Baton`}</title>
      <SpecList search={search} canCreate={canCreate} />
    </ListFrame>
  )
}

export function ProjectSpecsPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/specs' })
  const { which } = useSearch({ from: '/shell/projects/$slug/specs' })
  const { name, may, archivedAt } = useProject()
  return (
    <ListFrame title={texts.specsPage.title} inProject>
      <title>{`${texts.specsPage.projectTitle(name)} · Baton`}</title>
      <SpecList search={{ which }} project={slug} canCreate={may.edit && !archivedAt} />
    </ListFrame>
  )
}

interface SpecListProps {
  search: SpecSearch
  project?: string
  canCreate: boolean
}

const active = 'active'

function SpecList({ search, project, canCreate }: SpecListProps) {
  const page = texts.specsPage
  const navigate = useNavigate()
  const show = (change: SpecSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace: true })
  const create = canCreate && (
    <LinkButton kind="primary" to="/specs/new" search={{ of: project ?? search.of }}>
      <PlusIcon /> {page.create}
    </LinkButton>
  )
  return (
    <>
      <ListBar action={create}>
        <Select
          label={page.statusFilter}
          options={[
            { value: active, name: page.active },
            ...statuses.map((value) => ({ value, name: statusNames[value] })),
          ]}
          value={search.which ?? active}
          onChange={(which) => show({ which: which === active ? undefined : which })}
        />
        {!project && (
          <ProjectFilter all={page.allProjects} value={search.of} onChange={(of) => show({ of })} />
        )}
      </ListBar>
      <PagedList
        query={specsQuery(filterOf({ ...search, ...(project && { of: project }) }))}
        noun={page.noun}
        empty={<NoSpecs filtered={Boolean(search.which ?? search.of)}>{create}</NoSpecs>}
      >
        {(specs) => (
          <Table
            label={page.label}
            columns={project ? columns.filter(({ head }) => head !== texts.columns.project) : columns}
            items={specs}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
    </>
  )
}

const columns: Column<ListedSpec>[] = [
  {
    head: texts.columns.spec,
    cell: ({ key, title }) => (
      <span className="flex min-w-0 items-baseline gap-2.5">
        <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
        <Link
          to="/specs/$spec"
          params={{ spec: key }}
          className="min-w-0 font-medium wrap-anywhere hover:underline"
        >
          {title}
        </Link>
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
  const more = keys.length > 3 ? texts.specsPage.more(keys.length - 3) : ''
  return (
    <span className="text-[13px] text-muted">
      <span className="font-mono text-xs">{keys.slice(0, 3).join(', ')}</span>
      {more}
    </span>
  )
}

function NoSpecs({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  const { empty, noMatches } = texts.specsPage
  if (filtered) return <Empty {...noMatches} />
  return <Empty {...empty}>{children}</Empty>
}
