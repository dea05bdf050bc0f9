import { ChevronRightIcon, PanelLeftCloseIcon, PanelLeftOpenIcon } from 'lucide-react'
import { Suspense, lazy } from 'react'
import type { Me } from '../client.ts'
import { SettingsLinks } from '../pages/settings/settings-links.tsx'
import { usePath } from '../use-path.ts'
import { IconButton } from '../ui/button.tsx'
import { createLocalStore, useStore } from '../ui/store.ts'
import { AccountMenu } from './account-menu.tsx'
import { useFavorites } from './favorites.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import { type Area, areaOf, inbox, projects, settings } from './sections.ts'
import { SidebarEntry } from './sidebar-entry.tsx'
import { SidebarProjects } from './sidebar-projects.tsx'
import { texts } from './texts.ts'
import { UnreadCount } from './unread-count.tsx'
import { sidebarCollapsed } from './use-collapse-key.ts'
import { useAreas } from './use-sections.ts'

// Most people have no favorite views.
const SidebarViews = lazy(() =>
  import('./sidebar-views.tsx').then((module) => ({ default: module.SidebarViews })),
)

const projectsOpen = createLocalStore('baton.sidebar-projects', true)

/** The sidebar of wide screens. In the settings, their pages take the place of the names of the areas. */
export function DesktopSidebar({ me }: { me: Me | undefined }) {
  const isCollapsed = useStore(sidebarCollapsed)
  const isSettings = areaOf(usePath()) === settings
  const compact = isCollapsed && !isSettings
  return (
    <aside className={`hidden shrink-0 border-r md:block ${compact ? 'w-14' : 'w-58'}`}>
      <Sidebar me={me} compact={compact} entriesCompact={compact || isSettings}>
        {isSettings ? (
          <div className="min-w-0 grow overflow-y-auto">
            <SettingsLinks />
          </div>
        ) : null}
      </Sidebar>
    </aside>
  )
}

interface SidebarProps {
  me: Me | undefined
  /** Whether the whole sidebar shows icons only. */
  compact?: boolean
  /** Whether the entries show icons only. */
  entriesCompact?: boolean
  /** Closes the drawer of phones. */
  onNavigate?: () => void
  /** Shown beside the entries. */
  children?: React.ReactNode
}

export function Sidebar({ me, compact = false, entriesCompact = false, onNavigate, children }: SidebarProps) {
  // Until the account is loaded, shows the areas that everyone sees.
  const role = me?.organization === null ? undefined : (me?.organization.role ?? 'guest')
  const areas = useAreas(role)
  return (
    <nav aria-label={texts.sidebar.label} className="flex h-full flex-col gap-3 px-2.5 py-3">
      {me ? (
        <OrganizationSwitch me={me} compact={compact} onNavigate={onNavigate} />
      ) : (
        <div className="min-h-8" />
      )}
      <div className="flex min-h-0 grow gap-1.5">
        <ul
          className={`flex min-h-0 flex-col gap-px overflow-y-auto ${entriesCompact ? 'w-9 shrink-0 items-center' : 'grow'}`}
        >
          {areas.map((area) => (
            <li key={area.name} className="min-w-0">
              <Entry area={area} compact={entriesCompact} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
        {children}
      </div>
      <div className={`flex gap-1 ${compact ? 'flex-col-reverse items-center' : 'items-center'}`}>
        <div className="min-w-0 grow">
          {me && <AccountMenu me={me} compact={compact} onNavigate={onNavigate} />}
        </div>
        {!onNavigate && !children && <CollapseButton />}
      </div>
    </nav>
  )
}

interface EntryProps {
  area: Area
  compact: boolean
  onNavigate: (() => void) | undefined
}

function Entry(props: EntryProps) {
  const { area, compact, onNavigate } = props
  if (area.name === inbox.name)
    return (
      <SidebarEntry {...props}>
        <UnreadCount corner={compact} />
      </SidebarEntry>
    )
  if (area.name !== projects.name || compact) return <SidebarEntry {...props} />
  return <ProjectsEntry area={area} onNavigate={onNavigate} />
}

function ProjectsEntry({ area, onNavigate }: Omit<EntryProps, 'compact'>) {
  const hasViews = useFavorites('favoriteViews').favorites.length > 0
  const isOpen = useStore(projectsOpen)
  const { showProjects, hideProjects } = texts.sidebar
  return (
    <>
      <div className="flex items-center">
        <SidebarEntry area={area} compact={false} onNavigate={onNavigate} />
        <IconButton
          label={isOpen ? hideProjects : showProjects}
          aria-expanded={isOpen}
          onClick={() => projectsOpen.set(!isOpen)}
        >
          <span className={`transition-transform ${isOpen ? 'rotate-90' : ''}`}>
            <ChevronRightIcon />
          </span>
        </IconButton>
      </div>
      {isOpen && (
        <>
          {hasViews && (
            <Suspense>
              <SidebarViews onNavigate={onNavigate} />
            </Suspense>
          )}
          <SidebarProjects onNavigate={onNavigate} />
        </>
      )}
    </>
  )
}

function CollapseButton() {
  const isCollapsed = useStore(sidebarCollapsed)
  return (
    <IconButton
      label={isCollapsed ? texts.sidebar.expand : texts.sidebar.collapse}
      aria-keyshortcuts="["
      onClick={() => sidebarCollapsed.set(!isCollapsed)}
    >
      {isCollapsed ? <PanelLeftOpenIcon /> : <PanelLeftCloseIcon />}
    </IconButton>
  )
}
