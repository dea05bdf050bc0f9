import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import type { Me } from '../client.ts'
import { useLive } from '../live/use-live.ts'
import { AskPanelHost } from '../pages/ask/ask-panel-host.tsx'
import { InvitationBanner } from '../pages/invitations/invitation-banner.tsx'
import { CreateOrganizationHost } from '../pages/organizations/create-organization.tsx'
import { CreateTaskHost } from '../pages/tasks/create/create-task-host.tsx'
import { PaletteHost } from '../palette/palette-host.tsx'
import { ShortcutHost } from '../shortcuts/shortcut-host.tsx'
import { useAppliedPreferences } from '../preferences.ts'
import { meQuery } from '../queries.ts'
import { findOrganization, storeOrganization, secondFactorRejections } from '../session.ts'
import { organizationSwitches } from '../switch-organization.ts'
import { ImagesOfPeople } from '../ui/avatar.tsx'
import { ModalFrame } from '../ui/dialog.tsx'
import { useStore } from '../ui/store.ts'
import { VerifyEmailBanner } from './verify-email-banner.tsx'
import { ErasureBanner } from './erasure-banner.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { LostAccessBanner } from './lost-access-banner.tsx'
import { NoOrganization } from './no-organization.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { AreaFrame } from './area-frame.tsx'
import { useRecordRecentItems } from './recent-items.ts'
import { DesktopSidebar, Sidebar } from './sidebar.tsx'
import { useCollapseKey } from './use-collapse-key.ts'
import { useImagesOfPeople } from './use-images-of-people.ts'
import { TopBar } from './top-bar.tsx'
import { OnboardingBanner } from './onboarding-banner.tsx'
import { texts } from './texts.ts'

const SecondFactorMissing = lazy(() =>
  import('./second-factor-missing.tsx').then((module) => ({ default: module.SecondFactorMissing })),
)

/** The frame of every page that requires a session. `children` replace the page of the route. */
export function Shell({ children }: { children?: ReactNode }) {
  const me = useQuery(meQuery).data
  const images = useImagesOfPeople(me)
  const switchCount = useStore(organizationSwitches)
  const [menuOpen, setMenuOpen] = useState(false)
  const [showsCodes, setShowsCodes] = useState(false)
  useAppliedPreferences()
  useFallbackOrganization(me)
  useRequiredSecondFactor()
  useCollapseKey()
  // A second factor is set up before its recovery codes are saved. Nobody can see these again.
  if (me && (me.secondFactor.missing || showsCodes))
    return (
      <Suspense>
        <SecondFactorMissing me={me} onCodes={setShowsCodes} />
      </Suspense>
    )
  return (
    <ImagesOfPeople value={images}>
      {/* Until the account is loaded, assume that there is an organization. */}
      {me?.organization !== null && <Live key={switchCount} />}
      <RecordRecentItems />
      <div className="flex h-dvh overflow-hidden">
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
        >
          {texts.shell.skipToContent}
        </a>
        <DesktopSidebar me={me} />
        {menuOpen && (
          <ModalFrame
            label={texts.shell.navigation}
            onClose={() => setMenuOpen(false)}
            className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r bg-canvas p-0 text-ink"
          >
            <Sidebar me={me} onNavigate={() => setMenuOpen(false)} />
          </ModalFrame>
        )}
        <div className="flex min-w-0 grow flex-col">
          <TopBar onMenu={() => setMenuOpen(true)} />
          <ImpersonationBanner me={me} />
          <OfflineBanner />
          <LostAccessBanner me={me} />
          <InvitationBanner />
          <VerifyEmailBanner me={me} />
          {me?.organization && <OnboardingBanner />}
          {me?.user.eraseAt && <ErasureBanner eraseAt={me.user.eraseAt} />}
          {/* The key closes open panels and drafts when the organization changes. */}
          <main
            key={switchCount}
            id="main"
            tabIndex={-1}
            className="min-h-0 grow overflow-y-auto outline-none"
          >
            <Content me={me}>{children ?? <Outlet />}</Content>
          </main>
        </div>
        {me?.organization !== null && <AskPanelHost key={`ask ${switchCount}`} />}
        <PaletteHost />
        <ShortcutHost />
        <CreateOrganizationHost />
        <CreateTaskHost />
      </div>
    </ImagesOfPeople>
  )
}

/** Apart from the shell, so that the shell doesn't re-render with each page. */
function RecordRecentItems() {
  useRecordRecentItems()
  return null
}

/** Subscribes to the live events of the current organization. */
function Live() {
  useLive()
  return null
}

function Content({ me, children }: { me: Me | undefined; children: ReactNode }) {
  const isPersonalPage = useRouterState({
    select: ({ location: { pathname } }) => /^\/(settings|admin|onboarding)(\/|$)/.test(pathname),
  })
  if (me?.organizations.length === 0 && !isPersonalPage) return <NoOrganization email={me.user.email} />
  return <AreaFrame>{children}</AreaFrame>
}

/** Reloads the account when the server starts to require a second factor while a page is open. */
function useRequiredSecondFactor(): void {
  const cache = useQueryClient()
  const rejections = useStore(secondFactorRejections)
  useEffect(() => {
    if (rejections > 0) void cache.invalidateQueries({ queryKey: meQuery.queryKey })
  }, [cache, rejections])
}

/** Selects another organization for a user who lost access to the last one. */
function useFallbackOrganization(me: Me | undefined): void {
  const current = me?.organization?.id
  const next = me?.organization === null ? me.organizations[0]?.id : undefined
  useEffect(() => {
    if (current) findOrganization(current)
    else if (next) storeOrganization(next)
  }, [current, next])
}
