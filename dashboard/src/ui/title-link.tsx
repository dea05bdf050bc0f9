import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The title of a list row, which links to the item. */
export function TitleLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <Link {...link} className="min-w-0 font-medium wrap-anywhere hover:underline">
      {children}
    </Link>
  )
}
