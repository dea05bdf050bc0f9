import { Link } from '@tanstack/react-router'
import type { ActivityEvent } from '../../client.ts'
import { addressOf } from './addresses.ts'
import { actorName, describeAction } from './sentences.ts'

interface EventSentenceProps {
  event: ActivityEvent
  /** The project that it happened in, as addresses call it: then what it is about is opened from here. */
  slug?: string | undefined
}

/** Who did what, in a sentence. */
export function EventSentence({ event, slug }: EventSentenceProps) {
  const { actor } = event
  return (
    <>
      <span className={`font-medium ${actor.kind === 'agent' ? 'text-agent' : ''}`}>{actor.name}</span>
      {actor.onBehalfOf && <span className="text-muted"> on behalf of {actor.onBehalfOf.name}</span>}
      {!actor.onBehalfOf && actor.via && <span className="text-muted"> via {actor.via}</span>}{' '}
      <Deed event={event} slug={slug} />
    </>
  )
}

function Deed({ event, slug }: EventSentenceProps) {
  const sentence = describeAction(event)
  const address = addressOf(event, slug)
  const { key } = event.subject
  if (!address || !key || !sentence.includes(key)) return sentence
  const [before, ...after] = sentence.split(key)
  return (
    <>
      {before}
      <Link
        {...address}
        aria-label={`${key}, ${actorName(event.actor)}`}
        className="font-medium underline-offset-2 wrap-anywhere hover:underline"
      >
        {key}
      </Link>
      {after.join(key)}
    </>
  )
}
