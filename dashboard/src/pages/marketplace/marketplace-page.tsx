import { Link, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { card } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { FindField } from '../knowledge/find-field.tsx'
import { type MarketplaceItem, type MarketplaceSearch, marketplaceQuery } from './queries.ts'
import { texts } from './texts.ts'

const { page } = texts

/** The public skills, agents and workflows of all organizations. */
export function MarketplacePage() {
  const search = useSearch({ from: '/shell/marketplace' })
  const show = useChangeSearch<MarketplaceSearch>()
  const canPublish = useHasRole('member')
  const { sort, ...filter } = search
  return (
    <Page
      title={page.title}
      text={page.text}
      width="wide"
      actions={canPublish && <LinkButton to="/marketplace/published">{page.published}</LinkButton>}
    >
      <FilteredList
        texts={page}
        query={marketplaceQuery(search)}
        filter={filter}
        filters={
          <>
            <FindField label={page.search} value={search.find} onChange={(find) => show({ find })} />
            <FilterSelect
              label={page.kindFilter}
              all={page.allKinds}
              options={texts.kinds}
              value={search.kind}
              onChange={(kind) => show({ kind })}
            />
            <FilterSelect
              label={page.categoryFilter}
              all={page.allCategories}
              options={texts.categories}
              value={search.category}
              onChange={(category) => show({ category })}
            />
            <Select
              label={page.sort}
              value={sort ?? 'installs'}
              options={[
                { value: 'installs', name: page.sorts.installs },
                { value: 'newest', name: page.sorts.newest },
              ]}
              onChange={(chosen) => show({ sort: chosen === 'installs' ? undefined : chosen })}
            />
          </>
        }
      >
        {(items) => (
          <ul aria-label={page.list} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {items.map((item) => (
              <ItemCard key={item.id} item={item} />
            ))}
          </ul>
        )}
      </FilteredList>
    </Page>
  )
}

function ItemCard({ item }: { item: MarketplaceItem }) {
  const { id, kind, name, description, category, author, organization, installs, featured } = item
  return (
    <li className={`relative flex min-w-0 flex-col gap-2 p-4 hover:bg-hover ${card}`}>
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge tone={kind === 'agent' ? 'agent' : 'accent'}>{texts.kinds[kind]}</Badge>
        <Badge>{texts.categories[category]}</Badge>
        {featured && <Badge tone="attention">{texts.featured}</Badge>}
      </p>
      <h2 className="font-semibold wrap-anywhere">
        {/* The link covers the whole card. */}
        <Link
          to="/marketplace/$item"
          params={{ item: id }}
          className="after:absolute after:inset-0 after:rounded-lg"
        >
          {name}
        </Link>
      </h2>
      {description && <p className="line-clamp-3 text-muted wrap-anywhere">{description}</p>}
      <p className="mt-auto text-[13px] text-muted wrap-anywhere">
        {texts.byline(author, organization)}
        <br />
        {texts.installs(formatNumber(installs), installs === 1)}
      </p>
    </li>
  )
}
