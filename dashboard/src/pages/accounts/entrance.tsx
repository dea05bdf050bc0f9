import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'

/** The frame of the pages before one is signed in. */
export function Entrance({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between p-4">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="flex grow justify-center px-4 pt-[6vh] pb-16">
        <div className="w-full max-w-sm">
          <title>{`${title} · Baton`}</title>
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1.5 mb-7 text-muted">{text}</p>
          {children}
        </div>
      </main>
    </div>
  )
}
