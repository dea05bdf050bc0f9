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
  /** Shows the time beside the sentence, for a list of events and comments. */
  compact?: boolean
}

/** An event in a sentence, with its time and a button to undo it. */
export function EventLine({ event, slug, canUndo, compact = false }: EventLineProps) {
  const id = useId()
  const sentence = <EventSentence event={event} slug={slug} />
  const undo = canUndo && isUndoable(event) && <UndoButton event={event} describedBy={id} />
  if (compact)
    return (
      <li className="group flex gap-2 text-[13px] leading-5">
        <Avatar {...event.actor} />
        <p className="min-w-0 wrap-anywhere">
          <span id={id}>{sentence}</span>{' '}
          <span className="text-muted">
            · <Time at={event.at} />
          </span>{' '}
          {undo}
        </p>
      </li>
    )
  return (
    <li className="group flex gap-2 text-[13px]">
      <Avatar {...event.actor} />
      <div className="min-w-0">
        <p id={id} className="leading-5">
          {sentence}
        </p>
        {titleIn(event) && <p className="truncate text-muted">{titleIn(event)}</p>}
        <p className="flex flex-wrap gap-x-2 text-xs text-muted">
          <Time at={event.at} />
          {undo}
        </p>
      </div>
    </li>
  )
}
