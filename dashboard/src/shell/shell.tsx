import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Me } from '../client.ts'
import { useLive } from '../live/use-live.ts'
import { InvitationBanner } from '../pages/invitations/invitation-banner.tsx'
import { CreateOrganizationHost } from '../pages/organizations/create-organization.tsx'
import { PaletteHost } from '../palette/palette-host.tsx'
import { useAppliedPreferences } from '../preferences.ts'
import { meQuery } from '../queries.ts'
import { findOrganization, storeOrganization, secondFactorRejections } from '../session.ts'
import { moves } from '../switch-organization.ts'
import { Myself } from '../ui/avatar.tsx'
import { ModalFrame } from '../ui/dialog.tsx'
import { useStore } from '../ui/store.ts'
import { AddressBanner } from './address-banner.tsx'
import { ErasureBanner } from './erasure-banner.tsx'
import { LostBanner } from './lost-banner.tsx'
import { NoOrganization } from './no-organization.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { SecondFactorMissing } from './second-factor-missing.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { UnfinishedBanner } from './unfinished-banner.tsx'

export function Shell() {
  const me = useQuery(meQuery).data
  const move = useStore(moves)
  const [menuOpen, setMenuOpen] = useState(false)
  useAppliedPreferences()
  useSomeOrganization(me)
  useRequiredSecondFactor()
  if (me?.secondFactor.missing) return <SecondFactorMissing me={me} />
  return (
    <Myself value={me?.user}>
      {/* As long as it is not known, there most likely is one. */}
      {me?.organization !== null && <Live key={move} />}
      <div className="flex h-dvh overflow-hidden">
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
        >
          Skip to the content
        </a>
        <aside className="hidden w-58 shrink-0 border-r md:block">
          <Sidebar me={me} />
        </aside>
        {menuOpen && (
          <ModalFrame
            label="Navigation"
            onClose={() => setMenuOpen(false)}
            className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r bg-canvas p-0 text-ink"
          >
            <Sidebar me={me} onNavigate={() => setMenuOpen(false)} />
          </ModalFrame>
        )}
        <div className="flex min-w-0 grow flex-col">
          <TopBar onMenu={() => setMenuOpen(true)} />
          <OfflineBanner />
          <LostBanner me={me} />
          <InvitationBanner />
          <AddressBanner me={me} />
          {me?.organization && <UnfinishedBanner />}
          {me?.user.eraseAt && <ErasureBanner eraseAt={me.user.eraseAt} />}
          {/* What is open or half written in one organization has no place in the next. */}
          <main key={move} id="main" tabIndex={-1} className="min-h-0 grow overflow-y-auto outline-none">
            <Content me={me} />
          </main>
        </div>
        <PaletteHost />
        <CreateOrganizationHost />
      </div>
    </Myself>
  )
}

/** The feed of the present organization. */
function Live() {
  useLive()
  return null
}

function Content({ me }: { me: Me | undefined }) {
  const personal = useRouterState({
    select: ({ location: { pathname } }) => pathname.startsWith('/settings') || pathname === '/onboarding',
  })
  if (me?.organizations.length === 0 && !personal) return <NoOrganization address={me.user.email} />
  return <Outlet />
}

/** The rule may come while a page is open: what the server then rejects shows that the account has to be read again. */
function useRequiredSecondFactor(): void {
  const cache = useQueryClient()
  const rejections = useStore(secondFactorRejections)
  useEffect(() => {
    if (rejections > 0) void cache.invalidateQueries({ queryKey: meQuery.queryKey })
  }, [cache, rejections])
}

/** Whoever is no longer in the organization they used last, but in others, goes on in one of them. */
function useSomeOrganization(me: Me | undefined): void {
  const present = me?.organization?.id
  const next = me?.organization === null ? me.organizations[0]?.id : undefined
  useEffect(() => {
    if (present) findOrganization(present)
    else if (next) storeOrganization(next)
  }, [present, next])
}
