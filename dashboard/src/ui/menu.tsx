import { Link, type LinkProps } from '@tanstack/react-router'
import { CheckIcon, EllipsisIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Popover, type PopoverProps } from './popover.tsx'

type MenuProps = Omit<PopoverProps, 'role' | 'onOpen' | 'onKeyDown'> & { label: string }

/**
 * A menu of actions or options, navigated with the arrow keys or by first letter:
 * https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function Menu(menu: MenuProps) {
  return <Popover {...menu} role="menu" onOpen={focusCurrent} onKeyDown={navigate} />
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

const itemClass =
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2.5 py-1 text-left outline-none hover:bg-hover focus:bg-hover aria-disabled:opacity-50'

interface ItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled}
      onClick={() => !disabled && onSelect()}
      className={`${itemClass} ${danger ? 'text-danger' : ''}`}
    >
      {icon}
      {children}
    </button>
  )
}

export function MenuLink({ icon, children, ...link }: LinkProps & { icon?: ReactNode; children: ReactNode }) {
  return (
    <Link {...link} role="menuitem" tabIndex={-1} className={itemClass}>
      {icon}
      {children}
    </Link>
  )
}

/** One of several exclusive options. */
export function MenuChoice({ chosen, onSelect, children }: Omit<ItemProps, 'icon'> & { chosen: boolean }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={chosen}
      tabIndex={-1}
      onClick={onSelect}
      className={itemClass}
    >
      <span className="min-w-0 grow">{children}</span>
      {chosen && <CheckIcon />}
    </button>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="not-first:mt-1 not-first:border-t not-first:pt-1">
      <p id={id} className="px-2.5 pt-1 pb-0.5 text-xs font-semibold text-muted">
        {label}
      </p>
      {children}
    </div>
  )
}

const item = '[role^=menuitem]'

function focusCurrent(menu: HTMLElement): void {
  const items = [...menu.querySelectorAll<HTMLElement>(item)]
  const current = items.find(({ ariaChecked }) => ariaChecked === 'true') ?? items[0]
  current?.focus()
}

function navigate(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget
  if (event.key === 'Tab') return menu.hidePopover()
  const items = [...menu.querySelectorAll<HTMLElement>(item)]
  const next = itemForKey(event, items, items.indexOf(document.activeElement as HTMLElement))
  if (!next) return
  event.preventDefault()
  next.focus()
}

function itemForKey(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  items: HTMLElement[],
  at: number,
): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const fromHere = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return fromHere.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
