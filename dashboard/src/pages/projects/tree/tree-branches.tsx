import { ChevronRightIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, memo, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { card } from '../../../ui/section.tsx'
import { DueDay } from '../../tasks/due-day.tsx'
import { groupStatusNames, isOpen, statusNames } from '../../tasks/names.ts'
import { IconFact } from '../../tasks/icon-select.tsx'
import { StatusIcon } from '../../tasks/status-icon.tsx'
import { TaskLink } from '../../tasks/task-link.tsx'
import { texts as taskTexts } from '../../tasks/texts.ts'
import { AddLine } from './add-line.tsx'
import { BranchMenu } from './branch-menu.tsx'
import { texts } from './texts.ts'
import type { Branch, Step, Tree, TreeEpic, TreeStory, TreeTask } from './tree.ts'

const { addLine, branches } = texts

interface TreeProps {
  tree: Tree
  canEdit: boolean
  onStep: (branch: Branch, step: Step) => void
}

/** Above this number of tasks, stories start collapsed. */
const maxExpandedTasks = 150

export function EpicBranch({ epic, ...treeProps }: TreeProps & { epic: TreeEpic }) {
  const [open, setOpen] = useState(true)
  const [isAdding, setIsAdding] = useState(false)
  const { tree, canEdit } = treeProps
  const branch: Branch = { kind: 'epic', item: epic }
  return (
    <li className={card}>
      <GroupLine
        {...{ ...treeProps, branch, open, setOpen }}
        className="font-medium"
        onAdd={() => {
          setOpen(true)
          setIsAdding(true)
        }}
      />
      {open && (
        <div className="border-t px-1.5 py-1 md:pl-5">
          <ul aria-label={branches.stories(epic.title)}>
            {epic.stories.map((story) => (
              <StoryBranch key={story.id} {...treeProps} story={story} epic={epic} />
            ))}
          </ul>
          {canEdit && (
            <AddLine
              key={String(isAdding)}
              slug={tree.project}
              parent={{ kind: 'epic', key: epic.key }}
              label={addLine.story}
              open={isAdding}
              onClose={() => setIsAdding(false)}
            />
          )}
        </div>
      )}
    </li>
  )
}

function StoryBranch({ story, epic, ...treeProps }: TreeProps & { story: TreeStory; epic: TreeEpic }) {
  const { tree, canEdit } = treeProps
  const [open, setOpen] = useState(tree.progress.total <= maxExpandedTasks)
  const [isAdding, setIsAdding] = useState(false)
  const branch: Branch = { kind: 'story', item: story, epic }
  return (
    <li>
      <GroupLine
        {...{ ...treeProps, branch, open, setOpen }}
        className=""
        onAdd={() => {
          setOpen(true)
          setIsAdding(true)
        }}
      />
      {open && (
        <div className="md:pl-6">
          <Tasks {...treeProps} label={branches.tasks(story.title)} tasks={story.tasks} story={story} />
          {canEdit && (
            <AddLine
              key={String(isAdding)}
              slug={tree.project}
              parent={{ kind: 'story', key: story.key }}
              label={addLine.task}
              open={isAdding}
              onClose={() => setIsAdding(false)}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** The tasks without a story. */
export function LooseTasks(treeProps: TreeProps) {
  const { tree, canEdit } = treeProps
  const [open, setOpen] = useState(tree.tasks.length <= maxExpandedTasks)
  return (
    <section aria-labelledby="loose" className="mt-5">
      <h2 id="loose" className="mb-1 px-1 text-[13px] font-medium">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex items-center gap-1.5 rounded-md pr-2 text-muted hover:text-ink"
        >
          <Chevron open={open} /> {branches.noStory} <span className="font-normal">{tree.tasks.length}</span>
        </button>
      </h2>
      {open && (
        <div className={`px-1.5 py-1 ${card}`}>
          <Tasks {...treeProps} label={branches.tasksWithoutStory} tasks={tree.tasks} story={null} />
          {canEdit && <AddLine slug={tree.project} parent={{ kind: 'story' }} label={addLine.task} />}
        </div>
      )}
    </section>
  )
}

interface GroupLineProps extends TreeProps {
  branch: Exclude<Branch, { kind: 'task' }>
  open: boolean
  setOpen: (open: boolean) => void
  className: string
  onAdd: () => void
}

function GroupLine({ tree, branch, open, setOpen, canEdit, onStep, className, onAdd }: GroupLineProps) {
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
      menu={canEdit && <BranchMenu tree={tree} branch={branch} onStep={onStep} onAdd={onAdd} />}
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
      {item.dueAt && (item.status === 'planned' || item.status === 'active') && <DueDay at={item.dueAt} />}
      {relevant > 0 && (
        <span className="hidden sm:block">
          <Progress done={item.progress.complete} total={relevant} width="w-20" />
        </span>
      )}
    </Line>
  )
}

interface TasksProps extends TreeProps {
  label: string
  tasks: TreeTask[]
  story: TreeStory | null
}

function Tasks({ label, tasks, story, ...treeProps }: TasksProps) {
  if (tasks.length === 0) return null
  return (
    <ul aria-label={label}>
      {tasks.map((task) => (
        <TaskLine key={task.id} {...treeProps} task={task} story={story} />
      ))}
    </ul>
  )
}

const TaskLine = memo(function TaskLine(props: TreeProps & { task: TreeTask; story: TreeStory | null }) {
  const { tree, task, story, canEdit, onStep } = props
  const branch: Branch = { kind: 'task', item: task, story }
  const open = isOpen(task.status)
  return (
    <li>
      <Line
        branch={branch}
        onStep={canEdit ? onStep : undefined}
        menu={canEdit && <BranchMenu tree={tree} branch={branch} onStep={onStep} />}
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

function Chevron({ open }: { open: boolean }) {
  return (
    <span className={`text-muted transition-transform ${open ? 'rotate-90' : ''}`}>
      <ChevronRightIcon />
    </span>
  )
}
