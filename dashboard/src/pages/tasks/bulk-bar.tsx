import { CircleUserIcon, EllipsisIcon, TagIcon, Trash2Icon, XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { maxMatching } from './change-matching.ts'
import type { PickedProperty } from './picker-choices.tsx'
import { PriorityIcon } from './priority-icon.tsx'
import { type Selection, maxSelected } from './selection.ts'
import { StatusIcon } from './status-icon.tsx'
import type { OpenPicker } from './task-picker.tsx'
import { texts } from './texts.ts'

const { bulkBar, picker, properties } = texts

interface BulkBarProps {
  selection: Selection
  /** The shown tasks. */
  tasks: readonly Task[]
  /** The number of tasks that match the filter. */
  total: number
  filter: TaskFilter
  onPick: (picker: OpenPicker) => void
  onDelete: (tasks: Task[]) => void
}

/** A toolbar that changes or deletes all selected tasks in one request. */
export function BulkBar({ selection, tasks, total, filter, onPick, onDelete }: BulkBarProps) {
  // A task with several labels can be shown several times.
  const all = [...new Map(tasks.map((task) => [task.id, task])).values()]
  const selected = all.filter(({ key }) => selection.keys.has(key))
  const { matching } = selection
  const buttons: { property: PickedProperty; label: string; name: string; icon: ReactNode }[] = [
    {
      property: 'status',
      label: picker.set(properties.status),
      name: properties.status,
      icon: <StatusIcon status="todo" />,
    },
    {
      property: 'assignee',
      label: picker.set(properties.assignee),
      name: properties.assignee,
      icon: <CircleUserIcon />,
    },
    {
      property: 'priority',
      label: picker.set(properties.priority),
      name: properties.priority,
      icon: <PriorityIcon priority="high" />,
    },
    { property: 'label', label: picker.addLabel, name: picker.addLabel, icon: <TagIcon /> },
  ]
  return (
    <div
      role="toolbar"
      aria-label={bulkBar.label}
      className="rise sticky bottom-3 z-20 mx-3 my-3 flex flex-wrap items-center gap-2 rounded-lg border bg-raised p-2 shadow-xl"
    >
      <span role="status" className="pl-1 font-medium whitespace-nowrap tabular-nums">
        {matching ? bulkBar.matching(formatNumber(matching.count)) : selectedText(selected.length)}
      </span>
      {!matching && <SelectMore {...{ selection, all, count: selected.length, total, filter }} />}
      {buttons.map(({ property, label, name, icon }) => (
        <Button
          key={property}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) =>
            onPick({ property, tasks: selected, matching, anchor: currentTarget })
          }
        >
          {icon} {name}
        </Button>
      ))}
      <span className="ml-auto flex items-center gap-1">
        {!matching && (
          <Menu
            label={bulkBar.more}
            button={<EllipsisIcon />}
            buttonClassName="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
            className="w-44"
          >
            <MenuItem icon={<Trash2Icon />} onSelect={() => onDelete(selected)}>
              {bulkBar.delete}
            </MenuItem>
          </Menu>
        )}
        <IconButton label={bulkBar.clear} onClick={selection.clear}>
          <XIcon />
        </IconButton>
      </span>
    </div>
  )
}

const selectedText = (count: number): string =>
  count < maxSelected ? bulkBar.selected(count) : bulkBar.full(maxSelected)

interface SelectMoreProps {
  selection: Selection
  all: Task[]
  count: number
  total: number
  filter: TaskFilter
}

/** Selects all shown tasks, and then all tasks that match. */
function SelectMore({ selection, all, count, total, filter }: SelectMoreProps) {
  const selectable = Math.min(all.length, maxSelected)
  if (count < selectable && !selection.isAll)
    return (
      <Button kind="quiet" onClick={() => selection.setAll(all.map(({ key }) => key))}>
        {bulkBar.selectAll(selectable)}
      </Button>
    )
  if (total <= count || total > maxMatching) return null
  return (
    <Button kind="quiet" onClick={() => selection.setMatching({ filter, count: total })}>
      {bulkBar.selectMatching(formatNumber(total))}
    </Button>
  )
}
