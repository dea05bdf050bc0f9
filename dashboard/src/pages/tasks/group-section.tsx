import { ChevronRightIcon } from 'lucide-react'
import { type ReactNode, memo, useEffect, useId, useRef, useState } from 'react'
import type { Priority, Status } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { type TaskGroup, hasMore } from './grouped-tasks.ts'
import { groupLabel } from './grouping.ts'
import type { Grouping } from './groupings.ts'
import type { ShownProperty } from './names.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { StatusIcon } from './status-icon.tsx'
import { type RowActions, TaskRow } from './task-row.tsx'
import { texts } from './texts.ts'
import { useRowHeight, useVisibleRows } from './visible-rows.ts'

const { taskList } = texts

interface GroupSectionProps extends RowActions {
  by: Grouping
  group: TaskGroup
  isCollapsed: boolean
  shown: readonly ShownProperty[]
  opened: string | undefined
  selected: ReadonlySet<string>
  onToggle: (group: TaskGroup) => void
  onMore: (group: TaskGroup) => Promise<void>
}

/** A group of tasks with its heading. Renders only the rows in and around the viewport. */
export const GroupSection = memo(function GroupSection(props: GroupSectionProps) {
  const { by, group, isCollapsed, shown, opened, selected, onToggle, onMore, ...actions } = props
  const label = groupLabel(by, group)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        // A list without groups has a name, but no visible heading.
        className={by === 'none' ? 'sr-only' : 'sticky top-0 z-20 border-b bg-canvas text-[13px] font-medium'}
      >
        {by === 'none' ? (
          label
        ) : (
          <button
            type="button"
            aria-expanded={!isCollapsed}
            onClick={() => onToggle(group)}
            className="flex h-8 w-full items-center gap-2 px-4 select-none md:px-5"
          >
            <span className={`text-muted transition-transform ${isCollapsed ? '' : 'rotate-90'}`}>
              <ChevronRightIcon />
            </span>
            <GroupIcon by={by} group={group} />
            <span className="truncate">{label}</span>
            <span className="font-normal text-muted tabular-nums">{formatNumber(group.count)}</span>
          </button>
        )}
      </h2>
      {!isCollapsed && (
        <Rows
          {...actions}
          label={label}
          group={group}
          shown={shown}
          opened={opened}
          selected={selected}
          onMore={onMore}
        />
      )}
    </section>
  )
})

type RowsProps = Omit<GroupSectionProps, 'by' | 'isCollapsed' | 'onToggle'> & { label: string }

function Rows({ label, group, shown, opened, selected, onMore, ...actions }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { items, count, value } = group
  const { from, to } = useVisibleRows(list, items.length)
  const rowHeight = useRowHeight()
  const isNearEnd = hasMore(group) && to >= items.length
  const [error, setError] = useState<Error | null>(null)
  const canLoad = isNearEnd && !error
  useEffect(() => {
    if (canLoad) onMore(group).catch(setError)
  }, [canLoad, group, onMore])
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        data-rows={value}
        className="divide-y border-b bg-surface"
        style={{ paddingTop: from * rowHeight, paddingBottom: (items.length - to) * rowHeight }}
      >
        {items.slice(from, to).map((task, index) => (
          <TaskRow
            key={task.id}
            {...actions}
            task={task}
            group={value}
            place={from + index + 1}
            count={count}
            shown={shown}
            open={task.key === opened}
            selected={selected.has(task.key)}
          />
        ))}
      </ul>
      {hasMore(group) && <More error={error} onRetry={() => setError(null)} />}
    </>
  )
}

function More({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <p role={error ? 'alert' : 'status'} className="flex items-center gap-3 border-b px-5 py-2 text-muted">
      {error ? error.message : taskList.more}
      {error && <Button onClick={onRetry}>{taskList.retry}</Button>}
    </p>
  )
}

function GroupIcon({ by, group: { value, name, items } }: { by: Grouping; group: TaskGroup }): ReactNode {
  if (by === 'status') return <StatusIcon status={value as Status} />
  if (by === 'priority') return <PriorityIcon priority={value as Priority} />
  if (value === '') return null
  if (by === 'agent') return <Avatar kind="agent" id={value} name={name} />
  if (by === 'assignee') return <Avatar kind={items[0]?.assignee?.kind ?? 'user'} id={value} name={name} />
  return null
}
