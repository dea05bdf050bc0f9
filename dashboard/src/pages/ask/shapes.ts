import type {
  AiMessage,
  Answer,
  AnswerStep,
  Proposal,
} from '../../../../server/domains/ai/answers/answer-shapes.ts'
import type { Passage } from '../../../../server/domains/ai/answers/passage.ts'

export type { AiMessage, Answer, AnswerStep, Passage, Proposal }

/** A proposal while its answer is still being written: it has no id yet, so it can't be confirmed. */
export type ProposalDraft = Pick<Proposal, 'number' | 'tool' | 'title' | 'input'> & Partial<Proposal>

/** An answer, complete or while it is being written. */
export interface ShownAnswer {
  text: string
  passages: Passage[]
  steps: AnswerStep[]
  proposals: ProposalDraft[]
  model: string | null
  /** Undefined while the answer is being written. */
  outcome?: Answer['outcome'] | undefined
  note?: string | null | undefined
}

export const emptyAnswer: ShownAnswer = { text: '', passages: [], steps: [], proposals: [], model: null }

/** The project or repository that a conversation is about. Without either, it is about everything the user can see. */
export interface Scope {
  /** The slug of the project. */
  project?: string | undefined
  /** The id of the repository. */
  repo?: string | undefined
}
