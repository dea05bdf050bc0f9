import { Link } from '@tanstack/react-router'
import { ArchiveIcon, ArchiveRestoreIcon, Trash2Icon } from 'lucide-react'
import type { Project } from '../../client.ts'
import { IconButton } from '../../ui/button.tsx'
import { useArchiveProject, useDeleteProject } from './project-changes.ts'
import { ProjectColumns, type ProjectSummary } from './project-summary.tsx'
import { texts } from './texts.ts'
import { VisibilityBadge } from './visibility-badge.tsx'

interface ProjectRowProps {
  project: Project
  /** Undefined while it loads. */
  summary: ProjectSummary | undefined
}

export function ProjectRow({ project, summary }: ProjectRowProps) {
  const { projectRow } = texts
  const archive = useArchiveProject()
  const remove = useDeleteProject()
  const isArchived = project.archivedAt !== null
  return (
    <li className="group relative flex min-h-14 items-center gap-3 px-4 py-(--row-inset) hover:bg-hover/60">
      <span className="w-13 shrink-0 font-mono text-xs text-muted">{project.key}</span>
      <div className="flex min-w-0 grow flex-col gap-x-5 gap-y-1.5 lg:flex-row lg:items-center">
        <div className="min-w-0 grow">
          <p className="flex items-center gap-2">
            <Link
              to="/projects/$slug"
              params={{ slug: project.slug }}
              // Covers the row, so that a click anywhere on it follows the link.
              className="truncate font-medium after:absolute after:inset-0 after:content-['']"
            >
              {project.name}
            </Link>
            <VisibilityBadge visibility={project.visibility} />
          </p>
          {project.description && <p className="truncate text-[13px] text-muted">{project.description}</p>}
        </div>
        {summary && <ProjectColumns summary={summary} />}
      </div>
      {project.may.manage && (
        <span className="relative flex">
          <IconButton
            label={isArchived ? projectRow.unarchive(project.name) : projectRow.archive(project.name)}
            onClick={() => archive.mutate({ project, archive: !isArchived })}
          >
            {isArchived ? <ArchiveRestoreIcon /> : <ArchiveIcon />}
          </IconButton>
          <IconButton label={projectRow.delete(project.name)} onClick={() => remove.mutate(project)}>
            <Trash2Icon />
          </IconButton>
        </span>
      )}
    </li>
  )
}
