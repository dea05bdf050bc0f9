import type { Actor } from '../../../database/actor.ts'
import type { ReviewRow } from './tables.ts'

/*
 * Who can review whose work:
 *   A signed-in person reviews work of other users and of all agents, including their own agents.
 *   An agent reviews neither its own work nor that of the user it acts for.
 *   A key or token without an agent counts as its owner, but not as human. Its real user is unknown, so it cannot
 *   review work of the owner's agents either.
 *   An impersonating administrator can review neither their own work nor that of the impersonated user.
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
  const reviewers = actor.kind === 'agent' ? [actor.onBehalfOf?.id] : peopleOf(actor)
  return peopleOf(author).some((id) => reviewers.includes(id))
}

function peopleOf({ id, impersonatedBy }: Actor): string[] {
  return [id, impersonatedBy?.id].filter((each) => typeof each === 'string')
}

type SubmittedReview = Pick<ReviewRow, 'verdict' | 'human' | 'created_by'>

/**
 * Returns the approvals of a gate and round that count, one per reviewer. A verdict by a reviewer's key does not
 * replace their own. An approval stops counting when the reviewer later adds evidence to the gate.
 */
export function approvalsThatCount(
  reviews: SubmittedReview[],
  authors: Actor[],
  by: 'anyone' | 'human',
): SubmittedReview[] {
  const verdicts = reviews.filter(({ verdict }) => verdict !== 'commented')
  const inOrder = [...verdicts.filter(({ human }) => !human), ...verdicts.filter(({ human }) => human)]
  const latest = new Map(inOrder.map((review) => [review.created_by.id, review]))
  return [...latest.values()].filter(
    ({ verdict, human, created_by: actor }) =>
      verdict === 'approved' &&
      (human || by === 'anyone') &&
      !authors.some((author) => isOwnWork({ actor, human }, author)),
  )
}
