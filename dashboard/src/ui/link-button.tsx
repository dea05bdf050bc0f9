import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonKinds, buttonLook } from './button.tsx'

type LinkButtonProps = LinkProps & { kind?: keyof typeof buttonKinds; children: ReactNode }

/** A link that looks like a button: it leads to where something is done. */
export function LinkButton({ kind = 'plain', children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={`${buttonLook} ${buttonKinds[kind]}`}>
      {children}
    </Link>
  )
}
