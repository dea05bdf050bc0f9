import { type LinkProps, Link } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { PagesRead } from '../../../read.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { card } from '../../../ui/section.tsx'
import { maxRows } from './queries.ts'

interface ShortListProps<Item> {
  texts: { title: string; all: string; noun: string; empty: string }
  /** The page with all items. */
  all: LinkProps
  query: PagesRead<Item>
  isShown?: (item: Item) => boolean
  children: (item: Item) => ReactNode
}

/** The first items of a list, with a link to all of them. */
export function ShortList<Item>({ texts, all, query, isShown = () => true, children }: ShortListProps<Item>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 p-4 ${card}`}>
      <h2 id={id} className="mb-3 flex items-baseline gap-2 font-semibold">
        {texts.title}
        <Link {...all} className="ml-auto text-[13px] font-normal text-muted hover:text-ink hover:underline">
          {texts.all}
        </Link>
      </h2>
      <Loaded query={useInfiniteQuery(query)} noun={texts.noun}>
        {({ pages }) => {
          const items = pages[0]!.items.filter(isShown).slice(0, maxRows)
          if (items.length === 0) return <p className="text-[13px] text-muted">{texts.empty}</p>
          return (
            <ul aria-labelledby={id} className="flex flex-col gap-1">
              {items.map(children)}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
