import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export const buttonKinds = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-surface border-strong-line hover:bg-hover',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-danger text-canvas hover:opacity-90',
}

export const buttonClass =
  'inline-flex h-8 items-center justify-center gap-1.5 rounded-md border px-3 font-medium whitespace-nowrap'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: keyof typeof buttonKinds
  /** Whether the action is running. Disables the button and shows a spinner. */
  busy?: boolean
}

export function Button({ kind = 'plain', busy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy}
      className={`${buttonClass} disabled:opacity-60 ${buttonKinds[kind]} ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  label: string
  /** Whether it inherits the colour of its background. */
  plain?: boolean
  children: ReactNode
}

export function IconButton({ label, plain = false, className = '', children, ...rest }: IconButtonProps) {
  const colour = plain ? 'opacity-70 hover:opacity-100' : 'text-muted hover:bg-hover hover:text-ink'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-7 shrink-0 items-center justify-center rounded-md disabled:pointer-events-none disabled:opacity-40 ${colour} ${className}`}
    >
      {children}
    </button>
  )
}
