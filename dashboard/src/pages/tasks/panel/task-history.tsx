import { useState } from 'react'
import { ChevronIcon } from '../../../ui/icons.tsx'
import { PagesOf } from '../../../ui/pages-of.tsx'
import { Events } from '../../activity/events.tsx'
import { historyQuery } from './comments.ts'

interface TaskHistoryProps {
  taskKey: string
  slug: string
  mayUndo: boolean
}

/** What happened to a task, the newest first. It is read when somebody wants to know. */
export function TaskHistory({ taskKey, slug, mayUndo }: TaskHistoryProps) {
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-t pt-4"
    >
      <summary className="flex list-none items-center gap-1 text-xs font-semibold text-muted select-none hover:text-ink">
        <span className="transition-transform group-open:rotate-90">
          <ChevronIcon />
        </span>
        History
      </summary>
      {open && (
        <div className="pt-3">
          <PagesOf
            query={historyQuery(slug, taskKey)}
            what="changes"
            more="Show earlier changes"
            empty={null}
          >
            {(events) => <Events mayUndo={mayUndo} events={events} />}
          </PagesOf>
        </div>
      )}
    </details>
  )
}
