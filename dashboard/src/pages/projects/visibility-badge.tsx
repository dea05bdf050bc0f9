import { GlobeIcon, LockIcon, UsersIcon } from 'lucide-react'
import type { Project } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { texts } from './texts.ts'

/** Marks projects whose visibility differs from the whole organization. */
export function VisibilityBadge({ visibility }: Pick<Project, 'visibility'>) {
  const { visibilityBadge } = texts
  if (visibility === 'private')
    return (
      <Badge>
        <LockIcon /> {visibilityBadge.private}
      </Badge>
    )
  if (visibility === 'team')
    return (
      <Badge>
        <UsersIcon /> {visibilityBadge.team}
      </Badge>
    )
  if (visibility === 'public')
    return (
      <Badge>
        <GlobeIcon /> {visibilityBadge.public}
      </Badge>
    )
  return null
}
