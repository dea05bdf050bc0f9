import { Link } from '@tanstack/react-router'
import { InboxIcon, MenuIcon, MessageCircleQuestionMarkIcon, SearchIcon } from 'lucide-react'
import { connected, liveTransport } from '../live/use-live.ts'
import { openAsk } from '../pages/ask/open-ask.ts'
import { openPalette } from '../palette/palette-host.tsx'
import { IconButton } from '../ui/button.tsx'
import { useStore } from '../ui/store.ts'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { OnlineMembers } from './online-members.tsx'
import { texts } from './texts.ts'
import { UnreadCount } from './unread-count.tsx'

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
        <IconButton label={labels.ask} aria-keyshortcuts="Q" onClick={openAsk}>
          <MessageCircleQuestionMarkIcon />
        </IconButton>
        <InboxLink />
        <ThemeToggle />
      </div>
    </header>
  )
}

/** The inbox, for phones. Wide screens have it in the sidebar. */
function InboxLink() {
  return (
    <Link
      to="/inbox"
      title={texts.sections.inbox}
      className="relative inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink md:hidden"
    >
      <InboxIcon />
      <span className="sr-only">{texts.sections.inbox}</span>
      <UnreadCount corner />
    </Link>
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
