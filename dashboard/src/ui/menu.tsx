import type { LinkProps } from '@tanstack/react-router'
import { EllipsisIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { OnDemand, onDemand } from './on-demand.tsx'
import type { PopoverProps } from './popover.tsx'

const base = onDemand(() => import('./base-menu.tsx'))

export type MenuProps = PopoverProps & { label: string }

/** A menu of actions or options. */
export function Menu(props: MenuProps) {
  return (
    <OnDemand library={base} popup="menu" {...props}>
      {({ Menu: Base }) => <Base {...props} />}
    </OnDemand>
  )
}

/** The actions of a row in a list. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      label={label}
      button={<EllipsisIcon />}
      buttonClassName="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      className="w-52"
    >
      {children}
    </Menu>
  )
}

export interface ItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export interface MenuLinkProps extends LinkProps {
  icon?: ReactNode
  children: ReactNode
}

export interface MenuGroupProps {
  label: string
  children: ReactNode
}

/* The content of a menu, which is rendered only while the menu is open and thus loaded. */

export function MenuItem(props: ItemProps) {
  const Base = base.get().MenuItem
  return <Base {...props} />
}

export function MenuLink(props: MenuLinkProps) {
  const Base = base.get().MenuLink
  return <Base {...props} />
}

/** One of several exclusive options. */
export function MenuChoice(props: Omit<ItemProps, 'icon'> & { chosen: boolean }) {
  const Base = base.get().MenuChoice
  return <Base {...props} />
}

export function MenuGroup(props: MenuGroupProps) {
  const Base = base.get().MenuGroup
  return <Base {...props} />
}
