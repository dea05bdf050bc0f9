import { type ReactNode, useEffect, useRef } from 'react'
import { LegalLinks } from '../instance/legal-links.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'

interface EntranceProps {
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** The frame of the sign-in and sign-up pages. */
export function Entrance({ title, text, children }: EntranceProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between p-4">
        <Logo />
        <ThemeToggle />
      </header>
      <main className="flex grow justify-center px-4 pt-[6vh] pb-16">
        <div className="w-full max-w-sm">
          <title>{`${title} · Baton`}</title>
          <Heading key={title}>{title}</Heading>
          {text && <p className="mt-1.5 text-pretty wrap-anywhere text-muted">{text}</p>}
          <div className="mt-6 flex flex-col gap-6">{children}</div>
        </div>
      </main>
      <LegalLinks />
    </div>
  )
}

/** Takes the focus if no field has it, so that screen readers announce the next step on the same page. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
      {children}
    </h1>
  )
}
