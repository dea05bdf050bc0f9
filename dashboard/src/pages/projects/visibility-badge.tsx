import type { Project } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { GlobeIcon, LockIcon, PeopleIcon } from '../../ui/icons.tsx'

/** Says that not everybody in the organization sees it, or others do too. */
export function VisibilityBadge({ visibility }: Pick<Project, 'visibility'>) {
  if (visibility === 'private')
    return (
      <Badge>
        <LockIcon /> Private
      </Badge>
    )
  if (visibility === 'team')
    return (
      <Badge>
        <PeopleIcon /> Team
      </Badge>
    )
  if (visibility === 'public')
    return (
      <Badge>
        <GlobeIcon /> Public
      </Badge>
    )
  return null
}
