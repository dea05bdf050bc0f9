import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { AnswerStep, Proposal } from './answers/answer-shapes.ts'
import type { Passage } from './answers/passage.ts'

/**
 * A conversation. `messages` is the number of its messages. `answering` is the id of the answer that is being written,
 * under a lease until `answering_until`.
 */
export type AiSessionRow = Rows['ai_sessions']

/** A message, without the column for the search. */
export type AiMessageRow = Omit<
  Narrow<Rows['ai_messages'], { passages: Passage[]; steps: AnswerStep[] }>,
  'words'
>

export type ProposalRow = Narrow<
  Rows['ai_proposals'],
  { input: Record<string, unknown>; result: NonNullable<Proposal['result']> }
>
