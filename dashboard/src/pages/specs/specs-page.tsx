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
import { useProject } from '../projects/this-project.ts'
import { type ListedSpec, type SpecSearch, filterOf, specsQuery, statusNames, statuses } from './queries.ts'
import { SpecStatus } from './spec-status.tsx'

/** Every spec of the organization that whoever looks may see. */
export function SpecsPage() {
  const search = useSearch({ from: '/shell/specs' })
  const mayCreate = useHasRole('member')
  return (
    <ListFrame title="Specs" inProject={false}>
      <title>Specs · Baton</title>
      <SpecList search={search} mayCreate={mayCreate} />
    </ListFrame>
  )
}

export function ProjectSpecsPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/specs' })
  const { which } = useSearch({ from: '/shell/projects/$slug/specs' })
  const { name, may, archivedAt } = useProject()
  return (
    <ListFrame title="Specs" inProject>
      <title>{`Specs of ${name} · Baton`}</title>
      <SpecList search={{ which }} project={slug} mayCreate={may.edit && !archivedAt} />
    </ListFrame>
  )
}

interface SpecListProps {
  search: SpecSearch
  project?: string
  mayCreate: boolean
}

const current = 'current'

function SpecList({ search, project, mayCreate }: SpecListProps) {
  const navigate = useNavigate()
  const show = (change: SpecSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace: true })
  const create = mayCreate && (
    <LinkButton kind="primary" to="/specs/new" search={{ of: project ?? search.of }}>
      <PlusIcon /> New spec
    </LinkButton>
  )
  return (
    <>
      <ListBar action={create}>
        <Select
          label="Which specs"
          options={[
            { value: current, name: 'All that count' },
            ...statuses.map((value) => ({ value, name: statusNames[value] })),
          ]}
          value={search.which ?? current}
          onChange={(which) => show({ which: which === current ? undefined : which })}
        />
        {!project && <ProjectFilter all="Every project" value={search.of} onChange={(of) => show({ of })} />}
      </ListBar>
      <PagesOf
        query={specsQuery(filterOf({ ...search, ...(project && { of: project }) }))}
        what="specs"
        empty={<NoSpecs filtered={Boolean(search.which ?? search.of)}>{create}</NoSpecs>}
      >
        {(specs) => (
          <Table
            label="Specs"
            columns={project ? columns.filter(({ head }) => head !== 'Project') : columns}
            items={specs}
            keyOf={({ id }) => id}
          />
        )}
      </PagesOf>
    </>
  )
}

const columns: Column<ListedSpec>[] = [
  {
    head: 'Spec',
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
  { head: 'Project', cell: ({ project }) => <ProjectName project={project} /> },
  { head: 'Status', cell: ({ status }) => <SpecStatus status={status} /> },
  { head: 'Revision', cell: ({ latestRevision }) => <span className="tabular-nums">{latestRevision}</span> },
  { head: 'Describes', cell: ({ links }) => <Described keys={links.map(({ key }) => key)} /> },
  {
    head: 'Changed',
    atEnd: true,
    cell: ({ updatedAt }) => (
      <span className="text-[13px] text-muted">
        <Time at={updatedAt} />
      </span>
    ),
  },
]

function Described({ keys }: { keys: string[] }) {
  if (keys.length === 0) return null
  const more = keys.length > 3 ? ` and ${keys.length - 3} more` : ''
  return (
    <span className="text-[13px] text-muted">
      <span className="font-mono text-xs">{keys.slice(0, 3).join(', ')}</span>
      {more}
    </span>
  )
}

function NoSpecs({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  if (filtered) return <Empty title="No such specs" text="Nothing here matches the filter." />
  return (
    <Empty
      title="Nothing is specified yet"
      text="A spec says what is to be built before it is built. Every change is a revision that stays readable, and a feature can ask for a spec at its gate."
    >
      {children}
    </Empty>
  )
}
