import type { ReactNode } from 'react'
import { TextLink } from '../../ui/links.tsx'

interface AuthLinkProps {
  page: '/sign-in' | '/sign-up' | '/forgot-password'
  /** The page to open after signing in. */
  to?: string | undefined
  children: ReactNode
}

/** Links from one sign-in page to another. */
export function AuthLink({ page, to, children }: AuthLinkProps) {
  return (
    <TextLink to={page} search={{ to }}>
      {children}
    </TextLink>
  )
}
