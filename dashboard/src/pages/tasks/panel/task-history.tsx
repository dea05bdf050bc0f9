import { ChevronRightIcon } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '../../../ui/paged-list.tsx'
import { Events } from '../../activity/events.tsx'
import { historyQuery } from './comments.ts'
import { texts } from './texts.ts'

interface TaskHistoryProps {
  taskKey: string
  canUndo: boolean
}

/** The events of a task, newest first. Loaded when the user opens it. */
export function TaskHistory({ taskKey, canUndo }: TaskHistoryProps) {
  const { title, noun, more } = texts.taskHistory
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-t pt-4"
    >
      <summary className="flex list-none items-center gap-1 text-xs font-semibold text-muted select-none hover:text-ink">
        <span className="transition-transform group-open:rotate-90">
          <ChevronRightIcon />
        </span>
        {title}
      </summary>
      {open && (
        <div className="pt-3">
          <PagedList query={historyQuery(taskKey)} noun={noun} moreLabel={more} empty={null}>
            {(events) => <Events canUndo={canUndo} events={events} />}
          </PagedList>
        </div>
      )}
    </details>
  )
}
