import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PagesRead } from '../read.ts'
import { Button } from './button.tsx'
import { Loaded } from './loaded.tsx'
import { texts } from './texts.ts'

interface PagedListProps<Item> {
  query: PagesRead<Item>
  /** The plural noun of the items, such as "members". */
  noun: string
  /** Replaces an empty list. */
  empty: ReactNode
  /** The label of the button for the next page. */
  moreLabel?: string
  children: (items: Item[]) => ReactNode
}

/** A paginated list, with a button that loads the next page. */
export function PagedList<Item>({
  query,
  noun,
  empty,
  moreLabel = texts.showMore,
  children,
}: PagedListProps<Item>) {
  const list = useInfiniteQuery(query)
  return (
    <Loaded query={list} noun={noun}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        return (
          <>
            {items.length === 0 ? empty : children(items)}
            {/* A search can return no item and still have a next page. */}
            <MoreButton list={list} label={moreLabel} />
            {pages.length > 1 && (
              <p role="status" className="sr-only">
                {(list.hasNextPage ? texts.list.shown : texts.list.allShown)(items.length, noun)}
              </p>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface MoreButtonProps {
  /** The result of `useInfiniteQuery`. */
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'isFetchNextPageError' | 'error'
  >
  label: string
}

/** The button that loads the next page of a list, if there is one. */
export function MoreButton({ list, label }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 p-4">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
      {list.isFetchNextPageError && (
        <span role="alert" className="text-danger">
          {list.error?.message}
        </span>
      )}
    </p>
  )
}
