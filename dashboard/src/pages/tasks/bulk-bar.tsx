import { CircleUserIcon, Trash2Icon, XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task } from '../../client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDeleteMany } from './bulk-changes.ts'
import { PriorityIcon } from './priority-icon.tsx'
import { type Selection, maxSelected } from './selection.ts'
import { StatusIcon } from './status-icon.tsx'
import type { OpenPicker, PickedProperty } from './task-picker.tsx'
import { texts } from './texts.ts'

const { bulkBar, picker, properties } = texts

interface BulkBarProps {
  slug: string
  selection: Selection
  /** The shown tasks. */
  tasks: readonly Task[]
  /** The number of tasks that match the filter. */
  total: number
  onPick: (picker: OpenPicker) => void
}

/** A toolbar that changes or deletes all selected tasks in one request. */
export function BulkBar({ slug, selection, tasks, total, onPick }: BulkBarProps) {
  const remove = useDeleteMany(slug)
  // A task with several labels can be shown several times.
  const all = [...new Map(tasks.map((task) => [task.id, task])).values()]
  const selected = all.filter(({ key }) => selection.keys.has(key))
  const count = selected.length
  const buttons: { property: PickedProperty; label: string; name: string; icon?: ReactNode }[] = [
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
    { property: 'label', label: picker.addLabel, name: picker.addLabel },
  ]
  return (
    <div
      role="toolbar"
      aria-label={bulkBar.label}
      className="rise sticky bottom-3 z-20 mx-3 my-3 flex flex-wrap items-center gap-2 rounded-lg border bg-raised p-2 shadow-xl"
    >
      <span role="status" className="pl-1 font-medium whitespace-nowrap tabular-nums">
        {count < maxSelected ? bulkBar.selected(count) : bulkBar.full(maxSelected)}
      </span>
      {count < all.length && total <= maxSelected && (
        <Button kind="quiet" onClick={() => selection.set(all.map(({ key }) => key))}>
          {bulkBar.selectAll(all.length)}
        </Button>
      )}
      {buttons.map(({ property, label, name, icon }) => (
        <Button
          key={property}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onPick({ property, tasks: selected, anchor: currentTarget })}
        >
          {icon} {name}
        </Button>
      ))}
      <span className="ml-auto flex items-center gap-1">
        <Button
          kind="quiet"
          onClick={() => {
            remove.mutate(selected)
            selection.clear()
          }}
        >
          <Trash2Icon /> {bulkBar.delete}
        </Button>
        <IconButton label={bulkBar.clear} onClick={selection.clear}>
          <XIcon />
        </IconButton>
      </span>
    </div>
  )
}
