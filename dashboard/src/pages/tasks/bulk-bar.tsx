import { Trash2Icon, XIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Priority, Status, Task } from '../../client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { assigneeLabel, useAssignees } from './assignees.ts'
import { useChangeMany, useDeleteMany } from './bulk-changes.ts'
import { Options } from './icon-select.tsx'
import { priorityNames, statusNames } from './names.ts'
import type { Selection } from './selection.ts'
import type { TaskUpdate } from './task-changes.ts'
import { texts } from './texts.ts'

const { bulkBar, bulkChanges, properties } = texts

interface BulkBarProps {
  slug: string
  selection: Selection
  all: Task[]
}

/** A toolbar that changes or deletes all selected tasks. */
export function BulkBar({ slug, selection, all }: BulkBarProps) {
  const change = useChangeMany(slug)
  const remove = useDeleteMany(slug)
  const assignees = useAssignees(slug)
  const tasks = all.filter(({ key }) => selection.keys.has(key))

  function apply(message: string, changeOf: (task: Task) => Pick<TaskUpdate, 'set' | 'preview'>): void {
    change.mutate({ message, tasks: tasks.map((task) => ({ task, change: changeOf(task) })) })
  }
  const count = tasks.length

  function assign(id: string): void {
    const assignee = assignees.find((assignee) => assignee.id === id) ?? null
    apply(assignee ? bulkChanges.assigned(count, assignee.name) : bulkChanges.unassigned(count), () => ({
      set: { assignee: assignee?.id ?? null },
      preview: { assignee },
    }))
  }

  return (
    <div
      role="toolbar"
      aria-label={bulkBar.label}
      className="rise sticky bottom-3 z-20 mx-3 my-3 flex flex-wrap items-center gap-2 rounded-lg border bg-raised p-2 shadow-xl"
    >
      <span role="status" className="pl-1 font-medium whitespace-nowrap tabular-nums">
        {bulkBar.selected(count)}
      </span>
      {count < all.length && (
        <Button kind="quiet" onClick={() => selection.set(all.map(({ key }) => key))}>
          {bulkBar.selectAll(all.length)}
        </Button>
      )}
      <BulkSelect
        label={properties.status}
        onSelect={(status) =>
          apply(bulkChanges.moved(count, statusNames[status as Status]), () => ({
            set: { status: status as Status },
          }))
        }
      >
        <Options names={statusNames} />
      </BulkSelect>
      <BulkSelect
        label={properties.priority}
        onSelect={(priority) =>
          apply(bulkChanges.prioritized(count, priorityNames[priority as Priority]), () => ({
            set: { priority: priority as Priority },
          }))
        }
      >
        <Options names={priorityNames} />
      </BulkSelect>
      <BulkSelect label={properties.assignee} onSelect={assign}>
        <option value="none">{texts.unassigned}</option>
        {assignees.map((assignee) => (
          <option key={assignee.id} value={assignee.id}>
            {assigneeLabel(assignee)}
          </option>
        ))}
      </BulkSelect>
      <AddLabel
        onAdd={(label) =>
          apply(bulkChanges.labeled(count, label), ({ labels }) => ({
            set: { labels: [...new Set([...labels, label])] },
          }))
        }
      />
      <Button
        onClick={() => {
          remove.mutate(tasks)
          selection.clear()
        }}
      >
        <Trash2Icon /> {bulkBar.delete}
      </Button>
      <span className="ml-auto">
        <IconButton label={bulkBar.clear} onClick={selection.clear}>
          <XIcon />
        </IconButton>
      </span>
    </div>
  )
}

interface BulkSelectProps {
  label: string
  onSelect: (value: string) => void
  children: ReactNode
}

/** A select that applies each choice immediately and never shows a current value. */
function BulkSelect({ label, onSelect, children }: BulkSelectProps) {
  return (
    <select
      aria-label={bulkBar.set(label)}
      value=""
      onChange={({ target }) => onSelect(target.value)}
      className="h-8 max-w-32 rounded-md border border-strong-line bg-surface px-2 hover:border-muted"
    >
      <option value="" disabled hidden>
        {label}
      </option>
      {children}
    </select>
  )
}

function AddLabel({ onAdd }: { onAdd: (label: string) => void }) {
  const [label, setLabel] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const trimmed = label.trim()
        setLabel('')
        if (trimmed) onAdd(trimmed)
      }}
    >
      <input
        aria-label={bulkBar.addLabel}
        placeholder={bulkBar.addLabel}
        maxLength={60}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        className="h-8 w-28 rounded-md border border-strong-line bg-surface px-2 placeholder:text-muted hover:border-muted"
      />
    </form>
  )
}
