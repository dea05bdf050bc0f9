import { Popover as Base } from '@base-ui/react/popover'
import { useId } from 'react'
import { usePortalContainer } from './dialog.tsx'
import { useOpenAtOnce } from './on-demand.tsx'
import { type PopoverProps, panelClass, placement } from './popover.tsx'

/** The popover itself. It is loaded when it opens for the first time. */
export function Popover({ label, button, buttonClassName, className = 'w-60', children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useOpenAtOnce()
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
