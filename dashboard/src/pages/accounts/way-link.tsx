import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface WayLinkProps {
  way: '/sign-in' | '/sign-up' | '/forgot-password'
  /** The page to open after signing in. */
  to?: string | undefined
  children: ReactNode
}

/** Links from one sign-in page to another. */
export function WayLink({ way, to, children }: WayLinkProps) {
  return (
    <Link to={way} search={{ to }} className="font-medium text-accent underline underline-offset-2">
      {children}
    </Link>
  )
}
