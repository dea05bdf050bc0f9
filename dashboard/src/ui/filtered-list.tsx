import type { ComponentProps, ReactNode } from 'react'
import type { PagesRead } from '../read.ts'
import { EmptyList } from './empty.tsx'
import { PagedList } from './paged-list.tsx'

interface FilteredListProps<Item> {
  query: PagesRead<Item>
  texts: ComponentProps<typeof EmptyList>['texts'] & {
    /** The plural noun of the items, such as "members". */
    noun: string
    /** The label of the button for the next page. */
    more?: string
  }
  /** The controls above the list. */
  filters?: ReactNode
  /** The values of the filters. An undefined one doesn't filter. */
  filter: object
  /** The buttons that add items, shown beside the filters and in an empty list. */
  actions?: ReactNode
  /** The buttons in an empty list. Default: `actions`. */
  emptyActions?: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A paginated list with its filters and actions above it. */
export function FilteredList<Item>(props: FilteredListProps<Item>) {
  const { query, texts, filters, filter, actions, emptyActions = actions, children } = props
  return (
    <>
      {(filters || actions) && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          {filters}
          {actions && <span className="ml-auto flex flex-wrap gap-2">{actions}</span>}
        </div>
      )}
      <PagedList
        query={query}
        noun={texts.noun}
        {...(texts.more && { moreLabel: texts.more })}
        empty={
          <EmptyList texts={texts} isFiltered={hasFilters(filter)}>
            {emptyActions}
          </EmptyList>
        }
      >
        {children}
      </PagedList>
    </>
  )
}

export function hasFilters(filter: object): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}
