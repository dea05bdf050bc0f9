import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useLive } from '../live/use-live.ts'
import { meQuery } from '../queries.ts'
import { PaletteKeeper } from '../palette/palette-keeper.tsx'
import { useAppliedPreferences } from '../preferences.ts'
import { Myself } from '../ui/avatar.tsx'
import { ModalFrame } from '../ui/dialog.tsx'
import { AddressBanner } from './address-banner.tsx'
import { ErasureBanner } from './erasure-banner.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

export function Shell() {
  const me = useQuery(meQuery)
  const [menuOpen, setMenuOpen] = useState(false)
  useLive()
  useAppliedPreferences()
  return (
    <Myself value={me.data?.user}>
      <div className="flex h-dvh overflow-hidden">
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
        >
          Skip to the content
        </a>
        <aside className="hidden w-58 shrink-0 border-r md:block">
          <Sidebar me={me.data} />
        </aside>
        {menuOpen && (
          <ModalFrame
            label="Navigation"
            onClose={() => setMenuOpen(false)}
            className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r bg-canvas p-0 text-ink"
          >
            <Sidebar me={me.data} onNavigate={() => setMenuOpen(false)} />
          </ModalFrame>
        )}
        <div className="flex min-w-0 grow flex-col">
          <TopBar onMenu={() => setMenuOpen(true)} />
          <OfflineBanner />
          <AddressBanner me={me.data} />
          {me.data?.user.eraseAt && <ErasureBanner eraseAt={me.data.user.eraseAt} />}
          <main id="main" tabIndex={-1} className="min-h-0 grow overflow-y-auto outline-none">
            <Outlet />
          </main>
        </div>
        <PaletteKeeper />
      </div>
    </Myself>
  )
}
