import type { Actor } from '../../operations/caller.ts'
import type { ReviewRow } from './tables.ts'

/*
 * Who may judge whose work:
 *   A person who is signed in judges what others made, and what agents made: their own agents too, since somebody has to.
 *   An agent judges neither its own work nor that of the person it acts for.
 *   A key or token that is bound to no agent counts as its owner, and not as a human. Who works with it is not known, so it
 *   judges nothing that the owner's agents made either.
 *   Whoever acts as another person answers for both.
 */
export interface Reviewer {
  actor: Actor
  human: boolean
}

export function isOwnWork({ actor, human }: Reviewer, author: Actor): boolean {
  if (author.kind === 'agent') {
    if (actor.kind === 'agent') return actor.id === author.id
    return !human && author.onBehalfOf?.id === actor.id
  }
  const behind = actor.kind === 'agent' ? [actor.onBehalfOf?.id] : peopleOf(actor)
  return peopleOf(author).some((id) => behind.includes(id))
}

function peopleOf({ id, impersonatedBy }: Actor): string[] {
  return [id, impersonatedBy?.id].filter((each) => typeof each === 'string')
}

type Given = Pick<ReviewRow, 'verdict' | 'human' | 'created_by'>

/**
 * The approvals of a gate and round that count, one for each reviewer. What a key of theirs said does not replace what
 * they said themselves; and whoever has brought evidence since they approved approves no longer.
 */
export function approvalsThatCount(reviews: Given[], authors: Actor[], by: 'anyone' | 'human'): Given[] {
  const verdicts = reviews.filter(({ verdict }) => verdict !== 'commented')
  const inOrder = [...verdicts.filter(({ human }) => !human), ...verdicts.filter(({ human }) => human)]
  const standing = new Map(inOrder.map((review) => [review.created_by.id, review]))
  return [...standing.values()].filter(
    ({ verdict, human, created_by: actor }) =>
      verdict === 'approved' &&
      (human || by === 'anyone') &&
      !authors.some((author) => isOwnWork({ actor, human }, author)),
  )
}
