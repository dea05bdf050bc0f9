import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { MenuIcon, SearchIcon } from 'lucide-react'
import { connected, liveTransport } from '../live/use-live.ts'
import { openPalette } from '../palette/palette-host.tsx'
import { read } from '../read.ts'
import { IconButton } from '../ui/button.tsx'
import { useStore } from '../ui/store.ts'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { Bell } from './bell.tsx'
import { OnlineMembers } from './online-members.tsx'
import { titleOf } from './sections.ts'
import { texts } from './texts.ts'

const labels = texts.topBar
const shortcut = navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b px-3 md:px-5">
      <IconButton label={labels.openNavigation} className="md:hidden" onClick={onMenu}>
        <MenuIcon />
      </IconButton>
      <Breadcrumbs />
      <div className="ml-auto flex items-center gap-2">
        <OnlineMembers />
        <LiveIndicator />
        <button
          type="button"
          onClick={openPalette}
          className="flex h-7.5 items-center gap-2 rounded-md border bg-surface px-2 text-muted hover:border-strong-line hover:text-ink"
        >
          <SearchIcon />
          <span className="sr-only sm:not-sr-only">{labels.search}</span>
          <kbd aria-hidden className="hidden rounded bg-hover px-1 font-sans text-xs sm:inline">
            {shortcut}
          </kbd>
        </button>
        <Bell />
        <ThemeToggle />
      </div>
    </header>
  )
}

function Breadcrumbs() {
  const { slug } = useParams({ strict: false })
  const path = useRouterState({ select: (state) => state.location.pathname })
  const project = useQuery({ ...read('projects.get', { project: slug ?? '' }), enabled: slug !== undefined })
  if (!slug) return <span className="truncate font-medium">{titleOf(path)}</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Link to="/projects" className="hidden text-muted hover:text-ink sm:inline">
        {texts.sections.projects}
      </Link>
      <span aria-hidden className="hidden text-muted sm:inline">
        /
      </span>
      <span className="truncate font-medium">{project.data?.name ?? slug}</span>
    </span>
  )
}

function LiveIndicator() {
  const live = useStore(connected)
  const transport = useStore(liveTransport)
  const label = live ? labels.live : labels.offline
  return (
    <span
      role="img"
      data-live={transport}
      aria-label={label}
      title={label}
      className={`mx-1 size-2 rounded-full ${live ? 'bg-accent' : 'bg-danger'}`}
    />
  )
}
