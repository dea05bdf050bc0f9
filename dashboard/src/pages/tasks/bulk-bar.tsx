import { type ReactNode, useState } from 'react'
import type { Priority, Status, Task } from '../../client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CloseIcon, TrashIcon } from '../../ui/icons.tsx'
import { assigneeLabel, useAssignees } from './assignees.ts'
import { useChangeMany, useDeleteMany } from './bulk-changes.ts'
import { Options } from './icon-select.tsx'
import { priorityNames, statusNames } from './names.ts'
import type { Selection } from './selection.ts'
import type { TaskUpdate } from './task-changes.ts'

interface BulkBarProps {
  slug: string
  selection: Selection
  all: Task[]
}

/** What can be done with all tasks that are selected. */
export function BulkBar({ slug, selection, all }: BulkBarProps) {
  const change = useChangeMany(slug)
  const remove = useDeleteMany(slug)
  const assignees = useAssignees(slug)
  const tasks = all.filter(({ key }) => selection.keys.has(key))

  /** The same for all of them, or for each what it needs. */
  function apply(said: string, changeOf: (task: Task) => Pick<TaskUpdate, 'set' | 'look'>): void {
    change.mutate({ said, tasks: tasks.map((task) => ({ task, change: changeOf(task) })) })
  }
  const count = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`

  function assign(id: string): void {
    const assignee = assignees.find((who) => who.id === id) ?? null
    apply(assignee ? `Gave ${count} to ${assignee.name}.` : `${count} for nobody.`, () => ({
      set: { assignee: assignee?.id ?? null },
      look: { assignee },
    }))
  }

  return (
    <div
      role="toolbar"
      aria-label="Selected tasks"
      className="rise sticky bottom-3 z-20 mx-3 my-3 flex flex-wrap items-center gap-2 rounded-lg border bg-raised p-2 shadow-xl"
    >
      <span role="status" className="pl-1 font-medium whitespace-nowrap tabular-nums">
        {tasks.length} selected
      </span>
      {tasks.length < all.length && (
        <Button kind="quiet" onClick={() => selection.set(all.map(({ key }) => key))}>
          Select all {all.length}
        </Button>
      )}
      <Pick
        label="Status"
        onPick={(status) =>
          apply(`Moved ${count} to ${statusNames[status as Status]}.`, () => ({
            set: { status: status as Status },
          }))
        }
      >
        <Options names={statusNames} />
      </Pick>
      <Pick
        label="Priority"
        onPick={(priority) =>
          apply(`${count}: ${priorityNames[priority as Priority].toLowerCase()}.`, () => ({
            set: { priority: priority as Priority },
          }))
        }
      >
        <Options names={priorityNames} />
      </Pick>
      <Pick label="Assignee" onPick={assign}>
        <option value="nobody">Nobody</option>
        {assignees.map((who) => (
          <option key={who.id} value={who.id}>
            {assigneeLabel(who)}
          </option>
        ))}
      </Pick>
      <AddLabel
        onAdd={(label) =>
          apply(`Labelled ${count} “${label}”.`, ({ labels }) => ({
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
        <TrashIcon /> Delete
      </Button>
      <span className="ml-auto">
        <IconButton label="Select none" onClick={selection.clear}>
          <CloseIcon />
        </IconButton>
      </span>
    </div>
  )
}

interface PickProps {
  label: string
  onPick: (value: string) => void
  children: ReactNode
}

/** Says what it sets, and sets it at once. */
function Pick({ label, onPick, children }: PickProps) {
  return (
    <select
      aria-label={`Set the ${label.toLowerCase()}`}
      value=""
      onChange={({ target }) => onPick(target.value)}
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
        const written = label.trim()
        setLabel('')
        if (written) onAdd(written)
      }}
    >
      <input
        aria-label="Add a label"
        placeholder="Add a label"
        maxLength={60}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        className="h-8 w-28 rounded-md border border-strong-line bg-surface px-2 placeholder:text-muted hover:border-muted"
      />
    </form>
  )
}
