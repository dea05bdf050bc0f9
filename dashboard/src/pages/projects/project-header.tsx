import { UsersIcon } from 'lucide-react'
import { useState } from 'react'
import type { ProjectWithStats } from '../../client.ts'
import { FavoriteButton } from '../../shell/favorite-button.tsx'
import { OtherViewers } from '../../shell/online-members.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { headingClass } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ItemConflicts } from '../conflicts/item-conflicts.tsx'
import { useArchiveProject } from './project-changes.ts'
import { ShareDialog } from './share-dialog.tsx'
import { texts } from './texts.ts'
import { VisibilityBadge } from './visibility-badge.tsx'

export function ProjectHeader({ project }: { project: ProjectWithStats }) {
  const { projectHeader } = texts
  const archive = useArchiveProject()
  const [isSharing, setIsSharing] = useState(false)
  const { total, byStatus } = project.stats
  const relevant = total - byStatus.cancelled
  return (
    <div className="px-4 pt-5 pb-1 md:px-5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h1 className={headingClass}>{project.name}</h1>
        <FavoriteButton project={project} className="-mx-1.5" />
        <span className="font-mono text-xs text-muted">{project.key}</span>
        <VisibilityBadge visibility={project.visibility} />
        {!project.may.edit && <Badge>{projectHeader.viewOnly}</Badge>}
        <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1">
          <OtherViewers project={project.slug} />
          {relevant > 0 && <Progress done={byStatus.complete} total={relevant} />}
          {project.may.manage && (
            <Button onClick={() => setIsSharing(true)}>
              <UsersIcon /> {projectHeader.share}
            </Button>
          )}
        </span>
      </div>
      {project.description && (
        <Markdown text={project.description} breaks className="mt-1 max-w-prose text-muted" />
      )}
      {project.archivedAt && (
        <div className="mt-3 flex items-center gap-3 rounded-md bg-hover px-3 py-2">
          <span className="grow">{projectHeader.archived}</span>
          {project.may.manage && (
            <Button onClick={() => archive.mutate({ project, archive: false })}>
              {projectHeader.unarchive}
            </Button>
          )}
        </div>
      )}
      <ItemConflicts item={project.id} className="mt-3" />
      {isSharing && project.may.manage && (
        <ShareDialog project={project} onClose={() => setIsSharing(false)} />
      )}
    </div>
  )
}
