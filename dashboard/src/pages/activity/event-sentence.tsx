import { Link } from '@tanstack/react-router'
import type { ActivityEvent } from '../../client.ts'
import { actionTexts } from './action-texts.ts'
import { actorName, describeAction } from './sentences.ts'
import { linkToSubject } from './subject-link.ts'
import { texts } from './texts.ts'

interface EventSentenceProps {
  event: ActivityEvent
  /** The slug of the event's project. Without it, subjects in the project aren't links. */
  slug?: string | undefined
}

/** The actor and the action, in a sentence. */
export function EventSentence({ event, slug }: EventSentenceProps) {
  return (
    <>
      <Actor actor={event.actor} /> <LinkedAction event={event} slug={slug} />
    </>
  )
}

/** The name of an actor, and the user or token that it acted for or with. */
export function Actor({ actor }: { actor: ActivityEvent['actor'] }) {
  const { impersonatedBy, onBehalfOf, via } = actionTexts.actor
  return (
    <>
      <span className={`font-medium ${actor.kind === 'agent' ? 'text-agent' : ''}`}>{actor.name}</span>
      {actor.impersonatedBy && (
        <span className="text-danger">{impersonatedBy(actor.impersonatedBy.name)}</span>
      )}
      {actor.onBehalfOf && <span className="text-muted">{onBehalfOf(actor.onBehalfOf.name)}</span>}
      {!actor.onBehalfOf && actor.via && <span className="text-muted">{via(actor.via)}</span>}
    </>
  )
}

/** The action, with a link to its subject. */
export function LinkedAction({ event, slug }: EventSentenceProps) {
  return <LinkedSentence event={event} slug={slug} sentence={describeAction(event)} />
}

/** A sentence about an event, in which the key of its subject is a link. */
export function LinkedSentence({ event, slug, sentence }: EventSentenceProps & { sentence: string }) {
  const link = linkToSubject(event, slug)
  const { key } = event.subject
  if (!link || !key || !sentence.includes(key)) return sentence
  const [before, ...after] = sentence.split(key)
  return (
    <>
      {before}
      <Link
        {...link}
        aria-label={texts.subjectLink(key, actorName(event.actor))}
        className="font-medium underline-offset-2 wrap-anywhere hover:underline"
      >
        {key}
      </Link>
      {after.join(key)}
    </>
  )
}
