import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface Tab extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  name: string
  /** The number of items on the page. */
  count?: number | undefined
  /** Whether the tab is current, if that does not follow from its link: a tab can have several pages. */
  current?: boolean
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Shown after the last tab, such as a menu. */
  children?: ReactNode
}

const currentClass = 'border-accent text-ink font-medium'
const otherClass = 'border-transparent text-muted hover:text-ink'

/** Tabs for pages with their own URLs, which makes them links. */
export function Tabs({ label, tabs, children }: TabsProps) {
  return (
    <nav aria-label={label} className="border-b">
      {/* The border of the current tab covers the border below all tabs. */}
      <ul className="-mx-2.5 -mb-px flex [scrollbar-width:none] gap-1 overflow-x-auto">
        {tabs.map(({ name, count, current, ...link }) => (
          <li key={name} className="shrink-0">
            <Link
              {...link}
              {...(current && { 'aria-current': 'page' })}
              activeProps={{ className: currentClass }}
              inactiveProps={{ className: current ? currentClass : otherClass }}
              className={tabClass}
            >
              {name}
              {count !== undefined && (
                <span className="rounded-full bg-hover px-1.5 text-xs font-normal text-muted tabular-nums">
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
        {children && <li className="shrink-0">{children}</li>}
      </ul>
    </nav>
  )
}

const tabClass =
  'flex min-h-10 items-center gap-1.5 border-b-2 px-2.5 whitespace-nowrap focus-visible:-outline-offset-2'

/** The style of a button among tabs. */
export const tabButtonClass = (current: boolean) => `${tabClass} ${current ? currentClass : otherClass}`

/** Switches between the views of a page, such as list and board. */
export function ViewSwitch({ label, views }: { label: string; views: readonly Tab[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex rounded-md bg-hover p-0.5">
        {views.map(({ name, count: _, current: __, ...link }) => (
          <li key={name}>
            <Link
              {...link}
              activeProps={{ className: 'bg-chosen text-ink font-medium shadow-sm' }}
              inactiveProps={{ className: 'text-muted hover:text-ink' }}
              className="block rounded px-2.5 py-0.5"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
