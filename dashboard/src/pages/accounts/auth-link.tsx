import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface AuthLinkProps {
  page: '/sign-in' | '/sign-up' | '/forgot-password'
  /** The page to open after signing in. */
  to?: string | undefined
  children: ReactNode
}

/** Links from one sign-in page to another. */
export function AuthLink({ page, to, children }: AuthLinkProps) {
  return (
    <Link to={page} search={{ to }} className="font-medium text-accent underline underline-offset-2">
      {children}
    </Link>
  )
}
