import { type KeyboardEvent, type ReactNode, memo, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ChevronIcon } from '../../../ui/icons.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { card } from '../../../ui/section.tsx'
import { DueDay } from '../../tasks/due-day.tsx'
import { groupStatusNames, isOpen, statusNames } from '../../tasks/names.ts'
import { IconFact } from '../../tasks/icon-select.tsx'
import { StatusIcon } from '../../tasks/status-icon.tsx'
import { TaskLink } from '../../tasks/task-link.tsx'
import { AddLine } from './add-line.tsx'
import { BranchMenu } from './branch-menu.tsx'
import type { Branch, Step, Tree, TreeEpic, TreeStory, TreeTask } from './tree.ts'

interface InTree {
  tree: Tree
  mayEdit: boolean
  onStep: (branch: Branch, step: Step) => void
}

/** Of a large project one sees the stories first, and opens those that one wants to look into. */
const manyTasks = 150

export function EpicBranch({ epic, ...inTree }: InTree & { epic: TreeEpic }) {
  const [open, setOpen] = useState(true)
  const [adding, setAdding] = useState(false)
  const { tree, mayEdit } = inTree
  const branch: Branch = { kind: 'epic', item: epic }
  return (
    <li className={card}>
      <GroupLine
        {...{ ...inTree, branch, open, setOpen }}
        className="font-medium"
        onAdd={() => {
          setOpen(true)
          setAdding(true)
        }}
      />
      {open && (
        <div className="border-t px-1.5 py-1 md:pl-5">
          <ul aria-label={`Stories of ${epic.title}`}>
            {epic.stories.map((story) => (
              <StoryBranch key={story.id} {...inTree} story={story} epic={epic} />
            ))}
          </ul>
          {mayEdit && (
            <AddLine
              key={String(adding)}
              slug={tree.project}
              below={{ kind: 'epic', key: epic.key }}
              label="Add a story"
              open={adding}
              onClose={() => setAdding(false)}
            />
          )}
        </div>
      )}
    </li>
  )
}

function StoryBranch({ story, epic, ...inTree }: InTree & { story: TreeStory; epic: TreeEpic }) {
  const { tree, mayEdit } = inTree
  const [open, setOpen] = useState(tree.progress.total <= manyTasks)
  const [adding, setAdding] = useState(false)
  const branch: Branch = { kind: 'story', item: story, epic }
  return (
    <li>
      <GroupLine
        {...{ ...inTree, branch, open, setOpen }}
        className=""
        onAdd={() => {
          setOpen(true)
          setAdding(true)
        }}
      />
      {open && (
        <div className="md:pl-6">
          <Tasks {...inTree} label={`Tasks of ${story.title}`} tasks={story.tasks} story={story} />
          {mayEdit && (
            <AddLine
              key={String(adding)}
              slug={tree.project}
              below={{ kind: 'story', key: story.key }}
              label="Add a task"
              open={adding}
              onClose={() => setAdding(false)}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** The tasks that belong to no story. */
export function LooseTasks(inTree: InTree) {
  const { tree, mayEdit } = inTree
  const [open, setOpen] = useState(tree.tasks.length <= manyTasks)
  return (
    <section aria-labelledby="loose" className="mt-5">
      <h2 id="loose" className="mb-1 px-1 text-[13px] font-medium">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex items-center gap-1.5 rounded-md pr-2 text-muted hover:text-ink"
        >
          <Chevron open={open} /> Without a story <span className="font-normal">{tree.tasks.length}</span>
        </button>
      </h2>
      {open && (
        <div className={`px-1.5 py-1 ${card}`}>
          <Tasks {...inTree} label="Tasks without a story" tasks={tree.tasks} story={null} />
          {mayEdit && <AddLine slug={tree.project} below={{ kind: 'story' }} label="Add a task" />}
        </div>
      )}
    </section>
  )
}

interface GroupLineProps extends InTree {
  branch: Exclude<Branch, { kind: 'task' }>
  open: boolean
  setOpen: (open: boolean) => void
  className: string
  onAdd: () => void
}

function GroupLine({ tree, branch, open, setOpen, mayEdit, onStep, className, onAdd }: GroupLineProps) {
  const { item } = branch
  const counting = item.progress.total - item.progress.cancelled
  return (
    <Line
      branch={branch}
      onStep={mayEdit ? onStep : undefined}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') setOpen(true)
        if (event.key === 'ArrowLeft') setOpen(false)
      }}
      menu={mayEdit && <BranchMenu tree={tree} branch={branch} onStep={onStep} onAdd={onAdd} />}
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
      {counting > 0 && (
        <span className="hidden sm:block">
          <Progress done={item.progress.complete} of={counting} width="w-20" />
        </span>
      )}
    </Line>
  )
}

interface TasksProps extends InTree {
  label: string
  tasks: TreeTask[]
  story: TreeStory | null
}

function Tasks({ label, tasks, story, ...inTree }: TasksProps) {
  if (tasks.length === 0) return null
  return (
    <ul aria-label={label}>
      {tasks.map((task) => (
        <TaskLine key={task.id} {...inTree} task={task} story={story} />
      ))}
    </ul>
  )
}

const TaskLine = memo(function TaskLine(props: InTree & { task: TreeTask; story: TreeStory | null }) {
  const { tree, task, story, mayEdit, onStep } = props
  const branch: Branch = { kind: 'task', item: task, story }
  const open = isOpen(task.status)
  return (
    <li>
      <Line
        branch={branch}
        onStep={mayEdit ? onStep : undefined}
        menu={mayEdit && <BranchMenu tree={tree} branch={branch} onStep={onStep} />}
      >
        <IconFact name={statusNames[task.status]} icon={<StatusIcon status={task.status} />} />
        <span className="shrink-0 font-mono text-xs text-muted">{task.key}</span>
        <TaskLink
          task={task}
          focusLine
          describedBy="tree-help"
          className={`min-w-0 grow truncate rounded-sm py-0.5 ${open ? '' : 'text-muted'}`}
        />
        {open && task.openBlockers > 0 && <Badge tone="danger">Blocked by {task.openBlockers}</Badge>}
        {open && task.dueAt && <DueDay at={task.dueAt} />}
        {task.assignee && (
          <>
            <Avatar {...task.assignee} />
            <span className="sr-only">Assigned to {task.assignee.name}</span>
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

/** One line of the tree. Its menu is made when somebody is near: there may be thousands of lines. */
function Line({ branch, onStep, onKeyDown, menu, children }: LineProps) {
  // A finger is near nowhere, until it presses.
  const [near, setNear] = useState(() => matchMedia('(pointer: coarse)').matches)
  return (
    <div
      data-line={branch.item.key}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
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
        {near && menu}
      </span>
    </div>
  )
}

function Chevron({ open }: { open: boolean }) {
  return (
    <span className={`text-muted transition-transform ${open ? 'rotate-90' : ''}`}>
      <ChevronIcon />
    </span>
  )
}
