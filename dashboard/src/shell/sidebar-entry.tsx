import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePath } from '../use-path.ts'
import { type Area, areaOf } from './sections.ts'

export const activeProps = { className: 'bg-hover text-ink font-medium' }
export const inactiveProps = { className: 'text-muted' }

interface SidebarEntryProps {
  area: Area
  /** Whether only the icon is visible. */
  compact: boolean
  onNavigate: (() => void) | undefined
  /** Shown after the name, such as a count. */
  children?: ReactNode
}

/** The link to an area. It is current on every page of the area. */
export function SidebarEntry({ area, compact, onNavigate, children }: SidebarEntryProps) {
  const { name, Icon, sections } = area
  const to = sections[0]!.to as LinkProps['to']
  const isCurrent = areaOf(usePath())?.name === name
  const { className } = isCurrent ? activeProps : inactiveProps
  return (
    <Link
      to={to}
      title={compact ? name : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      // Replaced by `isCurrent`, because an area has pages with different paths.
      activeProps={{}}
      activeOptions={{ exact: true }}
      className={`relative flex min-w-0 grow items-center gap-2 rounded-md hover:bg-hover hover:text-ink ${className} ${
        compact ? 'size-8 justify-center' : 'px-2 py-1.5 md:py-1'
      }`}
      onClick={onNavigate}
    >
      <Icon />
      <span className={compact ? 'sr-only' : 'min-w-0 truncate'}>{name}</span>
      {children}
    </Link>
  )
}
