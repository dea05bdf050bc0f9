import type { ReactNode } from 'react'
import { httpUrl } from './host-name.ts'

interface OutsideLinkProps {
  url: string | null
  className?: string
  children: ReactNode
}

/** A link to a page of the code host, or its text alone if there is no such page. */
export function OutsideLink({ url, className = '', children }: OutsideLinkProps) {
  const href = httpUrl(url)
  if (!href) return <span className={className}>{children}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={`underline-offset-2 hover:underline ${className}`}
    >
      {children}
    </a>
  )
}
