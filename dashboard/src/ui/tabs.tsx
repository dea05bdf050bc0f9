import { Link, type LinkProps } from '@tanstack/react-router'

export interface Tab extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  name: string
  /** The number of items on the page. */
  count?: number | undefined
}

/** Tabs for pages with their own URLs, which makes them links. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="border-b">
      {/* The border of the current tab covers the border below all tabs. */}
      <ul className="-mb-px flex [scrollbar-width:none] gap-1 overflow-x-auto">
        {tabs.map(({ name, count, ...link }) => (
          <li key={name} className="shrink-0">
            <Link
              {...link}
              activeProps={{ className: 'border-accent text-ink font-medium' }}
              inactiveProps={{ className: 'border-transparent text-muted hover:text-ink' }}
              className="flex min-h-10 items-center gap-1.5 border-b-2 px-2.5 whitespace-nowrap focus-visible:-outline-offset-2"
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
      </ul>
    </nav>
  )
}
