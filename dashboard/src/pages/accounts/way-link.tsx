import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface WayLinkProps {
  way: '/sign-in' | '/sign-up' | '/forgot-password'
  /** Where the person wants to go in the end. */
  to?: string | undefined
  children: ReactNode
}

/** From one way in to another. */
export function WayLink({ way, to, children }: WayLinkProps) {
  return (
    <Link to={way} search={{ to }} className="font-medium text-accent underline underline-offset-2">
      {children}
    </Link>
  )
}
