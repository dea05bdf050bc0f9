import { ChevronRightIcon } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { ProjectWithStats, Status, Task } from '../../client.ts'
import { type TaskFilter, tasksQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { statusNames, statuses } from './names.ts'
import { type Selection, useSelection } from './selection.ts'
import { StatusIcon } from './status-icon.tsx'
import { isFiltered } from './task-filter.ts'
import { TaskRow } from './task-row.tsx'
import { TextLink } from '../../ui/links.tsx'
import { texts } from './texts.ts'

const { taskList } = texts

interface TaskListProps {
  project: ProjectWithStats
  filter: TaskFilter
  opened: string | undefined
}

export function TaskList({ project, filter, opened }: TaskListProps) {
  const canAdd = project.may.edit && !project.archivedAt
  return (
    <PagedList
      query={tasksQuery(project.slug, filter)}
      noun={taskList.noun}
      moreLabel={taskList.more}
      empty={<NoTasks filtered={isFiltered(filter)} canAdd={canAdd} />}
    >
      {(tasks) => <Tasks project={project} filter={filter} opened={opened} tasks={tasks} />}
    </PagedList>
  )
}

/** Sort orders that group tasks by status. The others would contradict the groups. */
const groupedOrders = new Set<TaskFilter['sort']>([undefined, '-createdAt', 'position'])

function Tasks({ project, filter, opened, tasks }: TaskListProps & { tasks: Task[] }) {
  const selection = useSelection(tasks)
  const rows = (subset: Task[]) =>
    subset.map((task) => (
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
    // All keys get the width of the longest one, so that the titles align.
    <div
      onKeyDown={(event) => onListKey(event, selection)}
      style={{ '--key-width': `${maxKeyLength(tasks)}ch` } as CSSProperties}
      data-selecting={selection.keys.size > 0 || undefined}
      className="group/list"
    >
      {groupedOrders.has(filter.sort) ? (
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
        <ul aria-label={taskList.label} className="divide-y border-b bg-surface">
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
          <ChevronRightIcon />
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

function NoTasks({ filtered, canAdd }: { filtered: boolean; canAdd: boolean }) {
  const { noMatches, empty, emptyForViewers } = taskList
  if (filtered) return <Empty {...noMatches} />
  if (!canAdd) return <Empty {...emptyForViewers} />
  return (
    <Empty title={empty.title} text={empty.text}>
      <TextLink to="/connect">{empty.connect}</TextLink>
    </Empty>
  )
}

function maxKeyLength(tasks: Task[]): number {
  return Math.max(...tasks.map(({ key }) => key.length))
}

/** Handles the list keys: arrows move between tasks, X toggles the selection, and Escape clears it. */
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
