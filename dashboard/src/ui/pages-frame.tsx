import { type LinkProps, Link, Outlet, useRouterState } from '@tanstack/react-router'
import type { ComponentType } from 'react'

export interface FramedPage {
  to: LinkProps['to'] & string
  name: string
  Icon: ComponentType
}

/** Shows the pages of an area: navigation beside the page on wide screens, and as tabs above it on narrow ones. */
export function PagesFrame({ label, pages }: { label: string; pages: readonly FramedPage[] }) {
  return (
    <div className="mx-auto max-w-5xl gap-10 px-4 pb-16 md:px-8 lg:flex lg:pt-8">
      <Navigation label={label} pages={pages} />
      <div className="min-w-0 max-w-3xl grow pt-6 lg:pt-0">
        <Outlet />
      </div>
    </div>
  )
}

function Navigation({ label, pages }: { label: string; pages: readonly FramedPage[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav
      aria-label={label}
      className="sticky top-0 z-10 -mx-4 border-b bg-canvas md:-mx-8 lg:static lg:mx-0 lg:w-40 lg:shrink-0 lg:border-0"
    >
      <ul className="flex [scrollbar-width:none] gap-px overflow-x-auto px-2.5 md:px-6 lg:sticky lg:top-8 lg:flex-col lg:px-0">
        {pages.map(({ to, name, Icon }) => (
          <li key={to} ref={path.startsWith(to) ? scrollIntoView : undefined} className="shrink-0">
            <Link
              to={to}
              activeProps={{ className: 'text-ink font-medium border-accent lg:bg-hover' }}
              inactiveProps={{ className: 'text-muted border-transparent' }}
              className="flex items-center gap-2 border-b-2 px-2 py-2.5 whitespace-nowrap hover:text-ink lg:rounded-md lg:border-0 lg:py-1 lg:hover:bg-hover"
            >
              <span className="hidden lg:inline">
                <Icon />
              </span>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function scrollIntoView(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
