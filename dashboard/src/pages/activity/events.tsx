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
  const { slug } = useParams({ strict: false })
  return (
    <ol className="flex flex-col gap-3">
      {events.map((event) => (
        <EventLine key={event.id} event={event} slug={inProject ? slug : undefined} canUndo={canUndo} />
      ))}
    </ol>
  )
}

interface EventLineProps extends Pick<EventsProps, 'canUndo'> {
  event: ActivityEvent
  slug?: string | undefined
}

/** An event in a sentence, with its time and a button to undo it. */
export function EventLine({ event, slug, canUndo }: EventLineProps) {
  const id = useId()
  return (
    <li className="group flex gap-2 text-[13px]">
      <Avatar {...event.actor} />
      <div className="min-w-0">
        <p id={id} className="leading-5">
          <EventSentence event={event} slug={slug} />
        </p>
        {titleIn(event) && <p className="truncate text-muted">{titleIn(event)}</p>}
        <p className="flex flex-wrap gap-x-2 text-xs text-muted">
          <Time at={event.at} />
          {canUndo && isUndoable(event) && <UndoButton event={event} describedBy={id} />}
        </p>
      </div>
    </li>
  )
}
