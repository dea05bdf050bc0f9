import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, useId, useState } from 'react'
import { usePortalContainer } from './dialog.tsx'

export interface PopoverProps {
  /** The name of the button, if its content has no text. */
  label?: string
  /** The content of the button. */
  button: ReactNode
  buttonClassName: string
  /** Classes of the panel, such as its width. */
  className?: string
  children: ReactNode
}

/** A button with a panel, which is named like the button. A click on a link inside closes the panel too. */
export function Popover({ label, button, buttonClassName, className = 'w-60', children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger id={id} aria-label={label} title={label} className={buttonClassName}>
        {button}
      </Base.Trigger>
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner {...placement}>
          <Base.Popup
            aria-labelledby={id}
            onClick={({ target }) => (target as Element).closest('a') && setOpen(false)}
            className={`${panelClass} ${className}`}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Below the button, or on another side that has room. Fixed, so that a dialog doesn't clip the panel. */
export const placement = {
  align: 'start',
  sideOffset: 4,
  collisionPadding: 6,
  positionMethod: 'fixed',
  className: 'z-50 data-anchor-hidden:invisible',
} as const

export const panelClass =
  'max-h-[min(28rem,var(--available-height))] max-w-(--available-width) overflow-y-auto rounded-lg border bg-raised p-1 text-ink shadow-xl outline-none'
