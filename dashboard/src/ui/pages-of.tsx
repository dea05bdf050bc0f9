import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PagesRead } from '../read.ts'
import { Button } from './button.tsx'
import { Loading } from './spinner.tsx'
import { Trouble } from './trouble.tsx'

interface PagesOfProps<Item> {
  query: PagesRead<Item>
  /** What they are called: members. */
  what: string
  /** Instead of a list that has nothing in it. */
  empty: ReactNode
  /** What the button for the next page says. */
  more?: string
  children: (items: Item[]) => ReactNode
}

/** A list that may be long: its first page, and a button for the next one. */
export function PagesOf<Item>({ query, what, empty, more = 'Show more', children }: PagesOfProps<Item>) {
  const list = useInfiniteQuery(query)
  if (list.isPending) return <Loading what={what} />
  if (!list.data) return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      {list.hasNextPage && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 p-4">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {more}
          </Button>
          {list.isFetchNextPageError && (
            <span role="alert" className="text-danger">
              {list.error.message}
            </span>
          )}
        </p>
      )}
      {list.data.pages.length > 1 && (
        <p role="status" className="sr-only">
          {items.length} {what} shown{list.hasNextPage ? '' : ', and these are all'}
        </p>
      )}
    </>
  )
}
