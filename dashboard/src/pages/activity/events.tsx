import { Link, useParams } from '@tanstack/react-router'
import { useId } from 'react'
import type { ActivityEvent } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Time } from '../../ui/time.tsx'
import { actorName, deed, titleIn } from './sentences.ts'
import { UndoButton, isUndoable } from './undo.tsx'

interface EventsProps {
  events: ActivityEvent[]
  /** They are all of the project whose page this is: then its tasks are opened from here. */
  here?: boolean
  /** Whoever looks may change what they are about. */
  mayUndo?: boolean
}

/** What happened, newest first. */
export function Events({ here = false, mayUndo = false, events }: EventsProps) {
  const id = useId()
  return (
    <ol className="flex flex-col gap-3">
      {events.map((event) => (
        <li key={event.id} className="group flex gap-2 text-[13px]">
          <Avatar {...event.actor} />
          <div className="min-w-0">
            <p id={`${id}${event.id}`} className="leading-5">
              <span className={`font-medium ${event.actor.kind === 'agent' ? 'text-agent' : ''}`}>
                {event.actor.name}
              </span>
              {event.actor.onBehalfOf && (
                <span className="text-muted"> on behalf of {event.actor.onBehalfOf.name}</span>
              )}
              {!event.actor.onBehalfOf && event.actor.via && (
                <span className="text-muted"> via {event.actor.via}</span>
              )}{' '}
              <Deed here={here} event={event} />
            </p>
            {titleIn(event) && <p className="truncate text-muted">{titleIn(event)}</p>}
            <p className="flex flex-wrap gap-x-2 text-xs text-muted">
              <Time at={event.at} />
              {mayUndo && isUndoable(event) && <UndoButton event={event} describedBy={`${id}${event.id}`} />}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Deed({ here, event }: { here: boolean; event: ActivityEvent }) {
  const { kind, key } = event.subject
  const sentence = deed(event)
  const gone = event.type.endsWith('.deleted') || event.type.endsWith('.purged')
  const { slug } = useParams({ strict: false })
  if (!withPage.has(kind) || !key || (gone && kind !== 'evidence') || !here || !slug) return sentence
  const [before, ...after] = sentence.split(key)
  const link = {
    className: 'font-medium whitespace-nowrap underline-offset-2 hover:underline',
    'aria-label': `${key}, ${actorName(event.actor)}`,
  }
  return (
    <>
      {before}
      {kind === 'task' ? (
        <Link {...link} to="." search={(search) => ({ ...search, task: key })}>
          {key}
        </Link>
      ) : (
        <Link {...link} to="/projects/$slug/features/$feature" params={{ slug, feature: key }}>
          {key}
        </Link>
      )}
      {after.join(key)}
    </>
  )
}

/** What is said of a feature has its number. */
const withPage = new Set(['task', 'feature', 'evidence', 'review'])
