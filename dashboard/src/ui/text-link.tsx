import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link that stands out from the text around it. */
export function TextLink({ children, ...link }: LinkProps & { 'aria-label'?: string; children: ReactNode }) {
  return (
    <Link {...link} className={textLink}>
      {children}
    </Link>
  )
}

/** For links that aren't links of the router, and for buttons that look like links. */
export const textLink = 'font-medium text-accent underline underline-offset-2'
