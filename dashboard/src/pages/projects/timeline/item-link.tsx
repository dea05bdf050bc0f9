import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import type { TimelineItem } from './timeline-item.ts'

interface ItemLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  slug: string
  item: TimelineItem
  children: ReactNode
}

/** Opens a feature, or the tasks of an epic. */
export function ItemLink({ slug, item: { kind, key }, children, ...link }: ItemLinkProps) {
  if (kind === 'feature')
    return (
      <Link {...link} to="/projects/$slug/features/$feature" params={{ slug, feature: key }} search={{}}>
        {children}
      </Link>
    )
  return (
    <Link {...link} to="/projects/$slug" params={{ slug }} search={{ epic: key }}>
      {children}
    </Link>
  )
}
