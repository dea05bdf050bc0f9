import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { useProject } from '../this-project.ts'
import type { TimelineItem } from './timeline-item.ts'

interface ItemLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  item: TimelineItem
  children: ReactNode
}

/** Opens a feature, or the tasks of an epic. */
export function ItemLink({ item: { kind, key }, children, ...link }: ItemLinkProps) {
  const { slug } = useProject()
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
