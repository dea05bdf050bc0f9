import type { ReactNode } from 'react'
import { OnDemand, onDemand } from './on-demand.tsx'

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

const base = onDemand(() => import('./base-popover.tsx'))

/** A button with a panel, which is named like the button. A click on a link inside closes the panel too. */
export function Popover(props: PopoverProps) {
  return (
    <OnDemand library={base} popup="dialog" {...props}>
      {({ Popover: Base }) => <Base {...props} />}
    </OnDemand>
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
