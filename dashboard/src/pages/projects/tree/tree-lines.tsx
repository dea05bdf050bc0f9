import { ChevronRightIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, memo, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { DueDay } from '../../tasks/due-day.tsx'
import { groupStatusNames, isOpen, statusNames } from '../../tasks/names.ts'
import { IconFact } from '../../tasks/icon-select.tsx'
import { StatusIcon } from '../../tasks/status-icon.tsx'
import { TaskLink } from '../../tasks/task-link.tsx'
import { texts as taskTexts } from '../../tasks/texts.ts'
import { BranchMenu } from './branch-menu.tsx'
import type { TreeStory, TreeTask } from './levels.ts'
import { texts } from './texts.ts'
import type { Branch, Step } from './tree.ts'

const { branches } = texts

export interface TreeProps {
  slug: string
  canEdit: boolean
  onStep: (branch: Branch, step: Step) => void
}

/** The number of stories at which the server stops counting. */
const maxCounted = 500

interface GroupLineProps extends TreeProps {
  branch: Exclude<Branch, { kind: 'task' }>
  open: boolean
  setOpen: (open: boolean) => void
  className: string
  onAdd: () => void
}

export function GroupLine({
  slug,
  branch,
  open,
  setOpen,
  canEdit,
  onStep,
  className,
  onAdd,
}: GroupLineProps) {
  const { item } = branch
  const relevant = item.progress.total - item.progress.cancelled
  return (
    <Line
      branch={branch}
      onStep={canEdit ? onStep : undefined}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') setOpen(true)
        if (event.key === 'ArrowLeft') setOpen(false)
      }}
      menu={canEdit && <BranchMenu slug={slug} branch={branch} onStep={onStep} onAdd={onAdd} />}
    >
      <button
        type="button"
        data-focus
        aria-expanded={open}
        aria-describedby="tree-help"
        onClick={() => setOpen(!open)}
        className={`flex min-h-(--row-height) min-w-0 grow items-center gap-2 rounded-md px-1 text-left ${className}`}
      >
        <Chevron open={open} />
        <span className="shrink-0 font-mono text-xs font-normal text-muted">{item.key}</span>
        <span className="truncate">{item.title}</span>
        {item.status !== 'planned' && (
          <Badge tone={item.status === 'active' ? 'attention' : 'plain'}>
            {groupStatusNames[item.status]}
          </Badge>
        )}
      </button>
      {!open && item.kind === 'epic' && (
        <span className="mr-2 hidden shrink-0 text-[13px] whitespace-nowrap text-muted tabular-nums md:block">
          {branches.storyCount(item.childCount, maxCounted)}
        </span>
      )}
      {item.dueAt && (item.status === 'planned' || item.status === 'active') && <DueDay at={item.dueAt} />}
      {relevant > 0 && (
        <span className="hidden sm:block">
          <Progress done={item.progress.complete} total={relevant} width="w-20" />
        </span>
      )}
    </Line>
  )
}

interface TaskLineProps extends TreeProps {
  task: TreeTask
  story: TreeStory | null
  siblings: TreeTask[]
}

export const TaskLine = memo(function TaskLine(props: TaskLineProps) {
  const { slug, task, story, siblings, canEdit, onStep } = props
  const branch: Branch = { kind: 'task', item: task, story, siblings }
  const open = isOpen(task.status)
  return (
    <li>
      <Line
        branch={branch}
        onStep={canEdit ? onStep : undefined}
        menu={canEdit && <BranchMenu slug={slug} branch={branch} onStep={onStep} />}
      >
        <IconFact name={statusNames[task.status]} icon={<StatusIcon status={task.status} />} />
        <span className="shrink-0 font-mono text-xs text-muted">{task.key}</span>
        <TaskLink
          task={task}
          focusLine
          describedBy="tree-help"
          className={`min-w-0 grow truncate rounded-sm py-0.5 ${open ? '' : 'text-muted'}`}
        />
        {open && task.openBlockers > 0 && <Badge tone="danger">{taskTexts.blockedBy(task)}</Badge>}
        {open && task.dueAt && <DueDay at={task.dueAt} />}
        {task.assignee && (
          <>
            <Avatar {...task.assignee} />
            <span className="sr-only">{taskTexts.assignedTo(task.assignee.name)}</span>
          </>
        )}
      </Line>
    </li>
  )
})

interface LineProps {
  branch: Branch
  onStep: ((branch: Branch, step: Step) => void) | undefined
  onKeyDown?: (event: KeyboardEvent) => void
  menu: ReactNode
  children: ReactNode
}

/** A row of the tree. Its menu renders on hover or focus only, because a tree can have thousands of rows. */
function Line({ branch, onStep, onKeyDown, menu, children }: LineProps) {
  // Touch screens have no hover, so the menu is always there.
  const [isActive, setIsActive] = useState(() => matchMedia('(pointer: coarse)').matches)
  return (
    <div
      data-line={branch.item.key}
      onPointerEnter={() => setIsActive(true)}
      onFocus={() => setIsActive(true)}
      onKeyDown={(event) => {
        const step = ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key]
        if (!event.altKey) return onKeyDown?.(event)
        if (!step || !onStep) return
        event.preventDefault()
        onStep(branch, step)
      }}
      className="group/line flex min-h-(--row-height) items-center gap-2 rounded-md pr-1.5 pl-1 hover:bg-hover/60"
    >
      {children}
      <span className="flex size-7 shrink-0 opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
        {isActive && menu}
      </span>
    </div>
  )
}

export function Chevron({ open }: { open: boolean }) {
  return (
    <span className={`text-muted transition-transform ${open ? 'rotate-90' : ''}`}>
      <ChevronRightIcon />
    </span>
  )
}
