import { Link } from '@tanstack/react-router'
import type { CSSProperties, KeyboardEvent } from 'react'
import type { ProjectWithStats, Status, Task } from '../../client.ts'
import { type TaskFilter, tasksQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { statusNames, statuses } from './names.ts'
import { StatusIcon } from './status-icon.tsx'
import { TaskRow } from './task-row.tsx'

interface TaskListProps {
  project: ProjectWithStats
  filter: TaskFilter
  opened: string | undefined
}

export function TaskList({ project, filter, opened }: TaskListProps) {
  const filtered = Boolean(filter.status ?? filter.priority)
  return (
    <PagesOf
      query={tasksQuery(project.slug, filter)}
      what="tasks"
      more="Show older tasks"
      empty={<NoTasks filtered={filtered} mayAdd={project.may.edit && !project.archivedAt} />}
    >
      {(tasks) => (
        // The titles begin below each other, however long the numbers are.
        <div onKeyDown={walkWithArrows} style={{ '--key-width': `${longestKey(tasks)}ch` } as CSSProperties}>
          {statuses.map((status) => (
            <Group
              key={status}
              status={status}
              tasks={tasks.filter((task) => task.status === status)}
              count={filter.priority ? undefined : project.stats.byStatus[status]}
              slug={project.slug}
              opened={opened}
            />
          ))}
        </div>
      )}
    </PagesOf>
  )
}

interface GroupProps {
  status: Status
  tasks: Task[]
  count: number | undefined
  slug: string
  opened: string | undefined
}

function Group({ status, tasks, count = tasks.length, slug, opened }: GroupProps) {
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
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} slug={slug} open={task.key === opened} />
        ))}
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

function walkWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target as HTMLElement).matches('[data-task-link]')) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('details[open] [data-task-link]')]
  links[links.indexOf(event.target as HTMLElement) + step]?.focus()
}
