import { Menu as Base } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { CheckIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { usePortalContainer } from './dialog.tsx'
import type { ItemProps, MenuGroupProps, MenuLinkProps, MenuProps } from './menu.tsx'
import { useOpenAtOnce } from './on-demand.tsx'
import type { Anchor } from './picker.tsx'
import { panelClass, placement } from './popover.tsx'

/** The menu itself. It is loaded when it opens for the first time. */
export function Menu({ label, button, buttonClassName, className = 'w-60', children }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useOpenAtOnce()
  return (
    // Not modal, so that the page still scrolls, and one click closes the menu and presses another button.
    <Base.Root
      modal={false}
      open={open}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => isOpen && focusCurrent(panel.current!)}
    >
      <Base.Trigger aria-label={label} title={label} className={buttonClassName}>
        {button}
      </Base.Trigger>
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner {...placement}>
          <Base.Popup ref={panel} className={`${panelClass} ${className}`}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuPanelProps {
  label: string
  anchor: Anchor
  onClose: () => void
  children: ReactNode
}

/** An open menu at a point instead of a button, such as a context menu. */
export function MenuPanel({ label, anchor, onClose, children }: MenuPanelProps) {
  return (
    <Base.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner {...placement} anchor={anchor}>
          <Base.Popup aria-label={label} className={`${panelClass} w-52`}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClass =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 text-left outline-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-hover'

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: ItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={`${itemClass} ${danger ? 'text-danger' : ''}`}
    >
      {icon}
      {children}
    </Base.Item>
  )
}

export function MenuLink({ icon, children, ...link }: MenuLinkProps) {
  return (
    <Base.LinkItem closeOnClick render={<Link {...link} />} className={itemClass}>
      {icon}
      {children}
    </Base.LinkItem>
  )
}

/** One of several exclusive options. */
export function MenuChoice({ chosen, onSelect, children }: Omit<ItemProps, 'icon'> & { chosen: boolean }) {
  return (
    <Base.Item role="menuitemradio" aria-checked={chosen} onClick={onSelect} className={itemClass}>
      <span className="min-w-0 grow">{children}</span>
      {chosen && <CheckIcon />}
    </Base.Item>
  )
}

export function MenuGroup({ label, children }: MenuGroupProps) {
  return (
    <Base.Group className="not-first:mt-1 not-first:border-t not-first:pt-1">
      <Base.GroupLabel className="px-2.5 pt-1 pb-0.5 text-xs font-semibold text-muted">
        {label}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

/** Focuses the chosen option, or the first item. The library focuses the panel itself if a pointer opened it. */
function focusCurrent(panel: HTMLElement): void {
  const chosen = panel.querySelector<HTMLElement>('[aria-checked=true]')
  if (chosen) chosen.focus()
  else if (document.activeElement === panel) panel.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
}
