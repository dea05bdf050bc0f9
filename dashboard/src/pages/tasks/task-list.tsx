import { Link } from '@tanstack/react-router'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { ProjectWithStats, Status, Task } from '../../client.ts'
import { type TaskFilter, tasksQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { statusNames, statuses } from './names.ts'
import { type Selection, useSelection } from './selection.ts'
import { StatusIcon } from './status-icon.tsx'
import { isFiltered } from './task-filter.ts'
import { TaskRow } from './task-row.tsx'

interface TaskListProps {
  project: ProjectWithStats
  filter: TaskFilter
  opened: string | undefined
}

export function TaskList({ project, filter, opened }: TaskListProps) {
  const mayAdd = project.may.edit && !project.archivedAt
  return (
    <PagesOf
      query={tasksQuery(project.slug, filter)}
      what="tasks"
      more="Show more tasks"
      empty={<NoTasks filtered={isFiltered(filter)} mayAdd={mayAdd} />}
    >
      {(tasks) => <Tasks project={project} filter={filter} opened={opened} tasks={tasks} />}
    </PagesOf>
  )
}

/** By status as long as that says more than the order does. */
const grouped = new Set<TaskFilter['sort']>([undefined, '-createdAt', 'position'])

function Tasks({ project, filter, opened, tasks }: TaskListProps & { tasks: Task[] }) {
  const selection = useSelection(tasks)
  const rows = (some: Task[]) =>
    some.map((task) => (
      <TaskRow
        key={task.id}
        task={task}
        slug={project.slug}
        open={task.key === opened}
        selected={selection.keys.has(task.key)}
        onSelect={selection.toggle}
      />
    ))
  return (
    // The titles begin below each other, however long the numbers are.
    <div
      onKeyDown={(event) => onListKey(event, selection)}
      style={{ '--key-width': `${longestKey(tasks)}ch` } as CSSProperties}
      data-selecting={selection.keys.size > 0 || undefined}
      className="group/list"
    >
      {grouped.has(filter.sort) ? (
        statuses.map((status) => (
          <Group
            key={status}
            status={status}
            tasks={tasks.filter((task) => task.status === status)}
            count={isFiltered({ ...filter, status: undefined }) ? undefined : project.stats.byStatus[status]}
          >
            {rows}
          </Group>
        ))
      ) : (
        <ul aria-label="Tasks" className="divide-y border-b bg-surface">
          {rows(tasks)}
        </ul>
      )}
      {selection.keys.size > 0 && <BulkBar slug={project.slug} selection={selection} all={tasks} />}
    </div>
  )
}

interface GroupProps {
  status: Status
  tasks: Task[]
  count: number | undefined
  children: (tasks: Task[]) => ReactNode
}

function Group({ status, tasks, count = tasks.length, children }: GroupProps) {
  if (tasks.length === 0) return null
  return (
    <details open={status !== 'cancelled'} className="group">
      <summary className="flex h-8 list-none items-center gap-2 border-b bg-canvas px-4 text-[13px] font-medium select-none md:px-5">
        <span className="text-muted transition-transform group-open:rotate-90">
          <ChevronIcon />
        </span>
        <StatusIcon status={status} />
        {statusNames[status]}
        <span className="font-normal text-muted">{count}</span>
      </summary>
      <ul aria-label={statusNames[status]} className="divide-y border-b bg-surface">
        {children(tasks)}
      </ul>
    </details>
  )
}

function NoTasks({ filtered, mayAdd }: { filtered: boolean; mayAdd: boolean }) {
  if (filtered)
    return <Empty title="No such tasks" text="Nothing here matches the filter. Clear it to see the rest." />
  if (!mayAdd)
    return <Empty title="No tasks yet" text="What is added to this project appears here by itself." />
  return (
    <Empty
      title="What is to be done first?"
      text="Write it into the line above and press Enter. Agents that are connected can add tasks too; they appear here by themselves."
    >
      <Link to="/connect" className="font-medium text-accent underline underline-offset-2">
        Connect an agent
      </Link>
    </Empty>
  )
}

function longestKey(tasks: Task[]): number {
  return Math.max(...tasks.map(({ key }) => key.length))
}

/** Arrows walk from task to task, X selects one, and Escape lets go of all. */
function onListKey(event: KeyboardEvent<HTMLElement>, selection: Selection): void {
  const link = event.target as HTMLElement
  if (event.key === 'Escape' && selection.keys.size > 0) return selection.clear()
  if (!link.matches('[data-task-link]') || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'x')
    return selection.toggle(link.closest<HTMLElement>('[data-task]')!.dataset.task!, false)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const shown = 'details[open] [data-task-link], :not(details) > ul > li > [data-task-link]'
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(shown)]
  links[links.indexOf(link) + step]?.focus()
}
