import { Link, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../../change-search.ts'
import { useRead } from '../../../read.ts'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { FilteredList } from '../../../ui/filtered-list.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { PageTitle } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { FindField } from '../../knowledge/find-field.tsx'
import { texts as marketplaceTexts } from '../../marketplace/texts.ts'
import { ItemActions } from './item-actions.tsx'
import { ItemState } from './item-state.tsx'
import { type AdministeredItem, type ItemsSearch, allItemsQuery } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.list

/** All items of the marketplace, in every state. */
export function MarketplaceItemsPage() {
  const search = useSearch({ from: '/shell/admin/marketplace' })
  const show = useChangeSearch<ItemsSearch>()
  const isOff = useRead('publicSettings.get', { key: 'features.marketplace' }).data?.value === false
  return (
    <>
      <PageTitle title={labels.title} text={labels.intro} />
      {isOff && <FormMessage tone="note">{labels.off}</FormMessage>}
      <FilteredList
        texts={labels}
        query={allItemsQuery(search)}
        filter={search}
        filters={
          <>
            <FindField label={labels.search} value={search.find} onChange={(find) => show({ find })} />
            <FilterSelect
              label={labels.kindFilter}
              all={labels.allKinds}
              options={marketplaceTexts.kinds}
              value={search.kind}
              onChange={(kind) => show({ kind })}
            />
            <FilterSelect
              label={labels.statusFilter}
              all={labels.allStatuses}
              options={labels.statuses}
              value={search.status}
              onChange={(status) => show({ status })}
            />
          </>
        }
      >
        {(items) => <Table label={labels.table} columns={columns} items={items} keyOf={({ id }) => id} />}
      </FilteredList>
    </>
  )
}

const columns: Column<AdministeredItem>[] = [
  {
    head: labels.columns.item,
    cell: ({ id, name, kind, category, author, organization, release }) => (
      <div className="min-w-0">
        <Link
          to="/admin/marketplace/$item"
          params={{ item: id }}
          className="font-medium wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        <p className="text-[13px] text-muted wrap-anywhere">
          {marketplaceTexts.kinds[kind]} · {marketplaceTexts.categories[category]} ·{' '}
          {marketplaceTexts.release(release)}
          <br />
          {marketplaceTexts.byline(author, organization)}
        </p>
      </div>
    ),
  },
  { head: labels.columns.state, cell: (item) => <ItemState item={item} /> },
  { head: labels.columns.installs, cell: ({ installs }) => formatNumber(installs), atEnd: true },
  {
    head: labels.columns.actions,
    quiet: true,
    atEnd: true,
    cell: (item) => <ItemActions item={item} />,
  },
]
