import type { MouseEvent, ReactNode } from 'react'

interface IconValueProps {
  /** The name of the property and its value: "Status of WEB-1: To do". */
  label: string
  /** The value, as a tooltip. */
  value: string
  icon: ReactNode
  disabled?: boolean
  className?: string
  onOpen: (button: HTMLElement) => void
}

/** An icon that shows a property of a row. A click opens the picker of the property, which renders only then. */
export function IconValue({ label, value, icon, disabled, className = '', onOpen }: IconValueProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      title={value}
      disabled={disabled}
      onClick={(event: MouseEvent<HTMLElement>) => onOpen(event.currentTarget)}
      className={`relative z-10 inline-flex size-6 shrink-0 items-center justify-center rounded hover:bg-hover ${className}`}
    >
      {icon}
    </button>
  )
}
