import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useProject } from '../projects/this-project.ts'
import { CreateFeatureDialog } from './create-feature-dialog.tsx'
import { FeatureKind, FeatureStatus } from './feature-badges.tsx'
import { type FeatureSearch, filterOf, whichFeatures } from './feature-search.ts'
import { GateDots } from './gate-dots.tsx'
import { kindNames } from './names.ts'
import { type Feature, featuresQuery } from './queries.ts'

const route = '/shell/projects/$slug/features'

/** The features of a project, with how far each has come. */
export function FeaturesPage() {
  const { slug } = useParams({ from: route })
  const search = useSearch({ from: route })
  const project = useProject()
  const [creating, setCreating] = useState(false)
  const mayCreate = project.may.edit && !project.archivedAt
  const create = mayCreate && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <PlusIcon /> New feature
    </Button>
  )
  return (
    <div className="max-w-5xl px-4 py-5 md:px-5">
      <title>{`Features of ${project.name} · Baton`}</title>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Filters slug={slug} search={search} />
        <span className="ml-auto">{create}</span>
      </div>
      <PagesOf
        query={featuresQuery(slug, filterOf(search))}
        what="features"
        empty={<NoFeatures search={search}>{create}</NoFeatures>}
      >
        {(features) => <Table label="Features" columns={columns} items={features} keyOf={({ id }) => id} />}
      </PagesOf>
      {creating && <CreateFeatureDialog slug={slug} onClose={() => setCreating(false)} />}
    </div>
  )
}

const columns: Column<Feature>[] = [
  {
    head: 'Feature',
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
  { head: 'Gates', cell: (feature) => <GateDots feature={feature} /> },
  { head: 'Status', cell: ({ status }) => <FeatureStatus status={status} /> },
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
  const kinds = Object.entries(kindNames).map(([value, name]) => ({ value, name: `${name}s` }))
  return (
    <>
      <Select
        label="Which features"
        options={whichFeatures}
        value={search.which ?? 'open'}
        onChange={(which) => show({ which: which === 'open' ? undefined : which })}
      />
      <Select
        label="Of which kind"
        options={[{ value: anyKind, name: 'Every kind' }, ...kinds]}
        value={search.kind ?? anyKind}
        onChange={(kind) => show({ kind: kind === anyKind ? undefined : (kind as Feature['kind']) })}
      />
    </>
  )
}

function NoFeatures({ search, children }: { search: FeatureSearch; children: ReactNode }) {
  if (search.which !== undefined || search.kind !== undefined)
    return <Empty title="No such features" text="Nothing here matches the filter." />
  return (
    <Empty
      title="No feature is on its way"
      text="A feature is work that passes gates: each asks for evidence, finished tasks or a review before it opens."
    >
      {children}
    </Empty>
  )
}
