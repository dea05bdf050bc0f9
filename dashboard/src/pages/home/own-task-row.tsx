import type { Task } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { NameLink } from '../../ui/links.tsx'
import { useProjectNames } from '../projects/project-names.ts'
import { ClaimBadge } from '../tasks/claim-badge.tsx'
import { DueDay } from '../tasks/due-day.tsx'
import { IconFact, IconSelect } from '../tasks/icon-select.tsx'
import { priorityNames, statusNames } from '../tasks/names.ts'
import { PriorityIcon } from '../tasks/priority-icon.tsx'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { useUpdateTask } from '../tasks/task-changes.ts'
import { TaskLink } from '../tasks/task-link.tsx'
import { texts as taskTexts } from '../tasks/texts.ts'
import { texts } from './texts.ts'

/** A task of any project, whose status can be changed in place. */
export function OwnTaskRow({ task }: { task: Task }) {
  const update = useUpdateTask(task.project)
  const projectName = useProjectNames()[task.project] ?? task.project
  return (
    <li
      data-task={task.key}
      className="relative flex min-h-(--row-height) flex-wrap items-center gap-x-1.5 px-3 py-1 hover:bg-hover/60 md:flex-nowrap"
    >
      <span className="relative z-10 flex items-center">
        <IconFact name={priorityNames[task.priority]} icon={<PriorityIcon priority={task.priority} />} />
        {task.may.edit ? (
          <IconSelect
            label={texts.ownTask.status(task.key)}
            value={task.status}
            names={statusNames}
            icon={<StatusIcon status={task.status} />}
            onChange={(status) => update.mutate({ key: task.key, set: { status } })}
          />
        ) : (
          <IconFact name={statusNames[task.status]} icon={<StatusIcon status={task.status} />} />
        )}
      </span>
      <span className="shrink-0 font-mono text-xs text-muted">{task.key}</span>
      <TaskLink
        task={task}
        className="min-w-0 grow basis-40 truncate after:absolute after:inset-0 after:content-['']"
      />
      {/* On phones, the facts are on their own line below the title. */}
      <span className="ml-[53px] flex min-w-0 items-center gap-2 text-xs text-muted md:ml-auto">
        {task.openBlockers > 0 && <Badge tone="danger">{taskTexts.blockedBy(task)}</Badge>}
        {task.claim && <ClaimBadge claim={task.claim} />}
        {task.dueAt && <DueDay at={task.dueAt} />}
        <span className="relative z-10 max-w-36 truncate">
          <NameLink to="/projects/$slug" params={{ slug: task.project }}>
            {projectName}
          </NameLink>
        </span>
      </span>
    </li>
  )
}
