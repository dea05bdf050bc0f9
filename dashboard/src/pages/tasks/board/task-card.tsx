import { type ReactNode, memo, useState } from 'react'
import type { Task } from '../../../client.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ClaimBadge } from '../claim-badge.tsx'
import { DueDay } from '../due-day.tsx'
import { IconFact } from '../icon-select.tsx'
import { isOpen, priorityNames } from '../names.ts'
import { PriorityIcon } from '../priority-icon.tsx'
import { isDraft } from '../task-changes.ts'
import { TaskLink } from '../task-link.tsx'
import { texts as taskTexts } from '../texts.ts'
import { CardMenu } from './card-menu.tsx'
import { texts } from './texts.ts'
import type { LiftControl } from './use-lift.ts'

interface TaskCardProps {
  task: Task
  opened: boolean
  /** The card is being moved. It stays here invisibly to keep focus and pointer capture. */
  lifted: boolean
  control: Pick<LiftControl, 'step' | 'moveTo'>
}

export const TaskCard = memo(function TaskCard({ task, opened, lifted, control }: TaskCardProps) {
  /** The menu renders on hover or focus only: a thousand menus would slow down the page. */
  const [isActive, setIsActive] = useState(false)
  const draft = isDraft(task)
  const movable = task.may.edit && !draft
  return (
    <li
      data-card
      data-task={task.key}
      data-movable={movable || undefined}
      onPointerEnter={() => setIsActive(true)}
      onFocus={() => setIsActive(true)}
      className={`group/card pb-2 select-none [-webkit-touch-callout:none] ${lifted ? 'pointer-events-none absolute opacity-0' : 'relative'} ${draft ? 'opacity-60' : ''}`}
    >
      <CardFace task={task} look={opened ? 'border-accent bg-accent-soft/40' : 'hover:border-strong-line'}>
        {isActive && movable && <CardMenu task={task} control={control} />}
      </CardFace>
    </li>
  )
})

interface CardFaceProps {
  task: Task
  look: string
  children?: ReactNode
}

export function CardFace({ task, look, children }: CardFaceProps) {
  const open = isOpen(task.status)
  return (
    <article
      className={`relative rounded-md border bg-raised px-2.5 py-2 shadow-xs has-[[data-task-link]:focus-visible]:outline-2 has-[[data-task-link]:focus-visible]:outline-accent ${look}`}
    >
      <div className="flex h-6 items-center gap-1.5">
        {task.priority !== 'none' && (
          <IconFact name={priorityNames[task.priority]} icon={<PriorityIcon priority={task.priority} />} />
        )}
        <span className="font-mono text-xs text-muted">{isDraft(task) ? '…' : task.key}</span>
      </div>
      <TaskLink
        task={task}
        describedBy="board-help"
        className={`mt-0.5 line-clamp-3 text-[13px] leading-snug outline-none wrap-anywhere after:absolute after:inset-0 after:content-[''] ${open ? '' : 'text-muted'}`}
      />
      {/* After the link, so that Tab moves from the link to the menu. */}
      <span className="absolute top-1.5 right-1.5 z-10 flex opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100 has-aria-expanded:opacity-100">
        {children}
      </span>
      <Marks task={task} open={open} />
    </article>
  )
}

function Marks({ task, open }: { task: Task; open: boolean }) {
  const { labels, dueAt, estimate, openBlockers, assignee, claim } = task
  if (labels.length === 0 && !dueAt && estimate === null && !openBlockers && !assignee && !claim) return null
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      {open && openBlockers > 0 && <Badge tone="danger">{taskTexts.blockedBy(task)}</Badge>}
      {labels.map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
      {dueAt && open && <DueDay at={dueAt} />}
      {estimate !== null && (
        <span className="text-xs text-muted tabular-nums" title={texts.card.estimate(estimate)}>
          {taskTexts.points(estimate)}
        </span>
      )}
      <span className="ml-auto flex items-center gap-1.5">
        {claim && <ClaimBadge claim={claim} />}
        {assignee && (
          <>
            <Avatar {...assignee} />
            <span className="sr-only">{taskTexts.assignedTo(assignee.name)}</span>
          </>
        )}
      </span>
    </div>
  )
}
