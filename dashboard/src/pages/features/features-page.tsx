import { useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import type { SelectOption } from '../../ui/select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { ProjectTab } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { canAddTo, useProject } from '../projects/this-project.ts'
import { CreateFeatureDialog } from './create-feature-dialog.tsx'
import { FeatureKind, FeatureStatus } from './feature-badges.tsx'
import { type FeatureSearch, type StatusFilter, filterOf } from './feature-search.ts'
import { GateDots } from './gate-dots.tsx'
import { kindNames, statusNames, statuses } from './names.ts'
import { type Feature, featuresQuery } from './queries.ts'
import { texts } from './texts.ts'

const { featuresPage } = texts

/** The features of a project with their progress. */
export function FeaturesPage() {
  const { which, kind } = useSearch({ from: '/shell/projects/$slug/features' })
  const search = { which, kind }
  const project = useProject()
  const { slug } = project
  const [isCreating, setIsCreating] = useState(false)
  return (
    <ProjectTab tabTitle={featuresPage.title(project.name)}>
      <FilteredList
        texts={featuresPage}
        query={featuresQuery(slug, filterOf(search))}
        filter={search}
        filters={<Filters search={search} />}
        actions={
          canAddTo(project) && (
            <Button kind="primary" onClick={() => setIsCreating(true)}>
              <PlusIcon /> {featuresPage.create}
            </Button>
          )
        }
      >
        {(features) => (
          <Table label={featuresPage.label} columns={columns} items={features} keyOf={({ id }) => id} />
        )}
      </FilteredList>
      {isCreating && <CreateFeatureDialog slug={slug} onClose={() => setIsCreating(false)} />}
    </ProjectTab>
  )
}

const columns: Column<Feature>[] = [
  {
    head: featuresPage.columns.feature,
    cell: ({ key, title, kind, project }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
        <TitleLink to="/projects/$slug/features/$feature" params={{ slug: project, feature: key }}>
          {title}
        </TitleLink>
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

/** The options besides the default, which is open features. */
const statusOptions: SelectOption<StatusFilter>[] = [
  ...statuses.map((value) => ({ value, name: statusNames[value] })),
  { value: 'all', name: texts.featuresPage.statusFilter.all },
]

function Filters({ search }: { search: FeatureSearch }) {
  const show = useChangeSearch<FeatureSearch>()
  const { statusFilter, kindFilter } = featuresPage
  return (
    <>
      <FilterSelect
        label={statusFilter.label}
        all={statusFilter.open}
        options={statusOptions}
        value={search.which}
        onChange={(which) => show({ which })}
      />
      <FilterSelect
        label={kindFilter.label}
        all={kindFilter.all}
        options={kindNames}
        value={search.kind}
        onChange={(kind) => show({ kind })}
      />
    </>
  )
}
