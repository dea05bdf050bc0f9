import { useParams } from '@tanstack/react-router'
import { useId } from 'react'
import type { ActivityEvent } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Time } from '../../ui/time.tsx'
import { EventSentence } from './event-sentence.tsx'
import { titleIn } from './sentences.ts'
import { UndoButton, isUndoable } from './undo.tsx'

interface EventsProps {
  events: ActivityEvent[]
  /** The page belongs to the project of all events, so that their subjects can be links. */
  inProject?: boolean
  /** The user can change the subjects of the events. */
  canUndo?: boolean
}

/** Events, newest first. */
export function Events({ inProject = false, canUndo = false, events }: EventsProps) {
  const id = useId()
  const { slug } = useParams({ strict: false })
  return (
    <ol className="flex flex-col gap-3">
      {events.map((event) => (
        <li key={event.id} className="group flex gap-2 text-[13px]">
          <Avatar {...event.actor} />
          <div className="min-w-0">
            <p id={`${id}${event.id}`} className="leading-5">
              <EventSentence event={event} slug={inProject ? slug : undefined} />
            </p>
            {titleIn(event) && <p className="truncate text-muted">{titleIn(event)}</p>}
            <p className="flex flex-wrap gap-x-2 text-xs text-muted">
              <Time at={event.at} />
              {canUndo && isUndoable(event) && <UndoButton event={event} describedBy={`${id}${event.id}`} />}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
