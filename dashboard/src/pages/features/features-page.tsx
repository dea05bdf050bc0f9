import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useProject } from '../projects/this-project.ts'
import { CreateFeatureDialog } from './create-feature-dialog.tsx'
import { FeatureKind, FeatureStatus } from './feature-badges.tsx'
import { type FeatureSearch, filterOf, statusOptions } from './feature-search.ts'
import { GateDots } from './gate-dots.tsx'
import { kindNames } from './names.ts'
import { type Feature, featuresQuery } from './queries.ts'
import { texts } from './texts.ts'

const { featuresPage } = texts

const route = '/shell/projects/$slug/features'

/** The features of a project with their progress. */
export function FeaturesPage() {
  const { slug } = useParams({ from: route })
  const search = useSearch({ from: route })
  const project = useProject()
  const [isCreating, setIsCreating] = useState(false)
  const canCreate = project.may.edit && !project.archivedAt
  const create = canCreate && (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      <PlusIcon /> {featuresPage.create}
    </Button>
  )
  return (
    <div className="max-w-5xl px-4 py-5 md:px-5">
      <title>{`${featuresPage.title(project.name)} · Baton`}</title>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Filters slug={slug} search={search} />
        <span className="ml-auto">{create}</span>
      </div>
      <PagedList
        query={featuresQuery(slug, filterOf(search))}
        noun={featuresPage.noun}
        empty={<NoFeatures search={search}>{create}</NoFeatures>}
      >
        {(features) => (
          <Table label={featuresPage.label} columns={columns} items={features} keyOf={({ id }) => id} />
        )}
      </PagedList>
      {isCreating && <CreateFeatureDialog slug={slug} onClose={() => setIsCreating(false)} />}
    </div>
  )
}

const columns: Column<Feature>[] = [
  {
    head: featuresPage.columns.feature,
    cell: ({ key, title, kind, project }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
        <Link
          to="/projects/$slug/features/$feature"
          params={{ slug: project, feature: key }}
          className="min-w-0 font-medium wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <FeatureKind kind={kind} />
      </span>
    ),
  },
  { head: featuresPage.columns.gates, cell: (feature) => <GateDots feature={feature} /> },
  { head: featuresPage.columns.status, cell: ({ status }) => <FeatureStatus status={status} /> },
  {
    head: featuresPage.columns.updated,
    atEnd: true,
    cell: ({ updatedAt }) => (
      <span className="text-[13px] text-muted">
        <Time at={updatedAt} />
      </span>
    ),
  },
]

const anyKind = 'any'

function Filters({ slug, search }: { slug: string; search: FeatureSearch }) {
  const navigate = useNavigate()
  const show = (change: FeatureSearch) =>
    void navigate({
      to: '/projects/$slug/features',
      params: { slug },
      search: { which: search.which, kind: search.kind, ...change },
      replace: true,
    })
  const kinds = Object.entries(kindNames).map(([value, name]) => ({ value, name }))
  return (
    <>
      <Select
        label={featuresPage.statusFilter.label}
        options={statusOptions}
        value={search.which ?? 'open'}
        onChange={(which) => show({ which: which === 'open' ? undefined : which })}
      />
      <Select
        label={featuresPage.kindFilter.label}
        options={[{ value: anyKind, name: featuresPage.kindFilter.all }, ...kinds]}
        value={search.kind ?? anyKind}
        onChange={(kind) => show({ kind: kind === anyKind ? undefined : (kind as Feature['kind']) })}
      />
    </>
  )
}

function NoFeatures({ search, children }: { search: FeatureSearch; children: ReactNode }) {
  if (search.which !== undefined || search.kind !== undefined) return <Empty {...featuresPage.noMatches} />
  return (
    <Empty title={featuresPage.empty.title} text={featuresPage.empty.text}>
      {children}
    </Empty>
  )
}
