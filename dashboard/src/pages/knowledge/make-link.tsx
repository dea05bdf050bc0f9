import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PlusIcon } from '../../ui/icons.tsx'

/** Looks like the button of a list, and leads to the page on which something is made. */
export function MakeLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <Link
      {...link}
      className="inline-flex h-8 items-center justify-center gap-1.5 rounded-md bg-accent px-3 font-medium whitespace-nowrap text-on-accent hover:bg-accent-hover"
    >
      <PlusIcon /> {children}
    </Link>
  )
}
