import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { session } from '../../session.ts'
import { LegalLinks } from '../instance/legal-links.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useStore } from '../../ui/store.ts'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { texts } from './texts.ts'

/** The frame around pages that are visible without signing in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const signedIn = useStore(session).token !== null
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between border-b p-3 md:px-5">
        <Logo />
        <span className="flex items-center gap-3">
          <Link
            to={signedIn ? '/projects' : '/sign-in'}
            className="text-[13px] font-medium text-muted hover:text-ink hover:underline"
          >
            {signedIn ? texts.frame.projects : texts.frame.signIn}
          </Link>
          <ThemeToggle />
        </span>
      </header>
      <main className="mx-auto w-full max-w-4xl grow px-4 py-8 md:px-8">{children}</main>
      <LegalLinks />
    </div>
  )
}
