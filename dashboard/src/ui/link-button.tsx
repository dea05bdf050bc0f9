import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonKinds, buttonClass } from './button.tsx'

type LinkButtonProps = LinkProps & { kind?: keyof typeof buttonKinds; children: ReactNode }

/** A link that looks like a button, for actions that have their own page. */
export function LinkButton({ kind = 'plain', children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={`${buttonClass} ${buttonKinds[kind]}`}>
      {children}
    </Link>
  )
}
