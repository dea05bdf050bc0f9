import type { StreamEvent } from '../../../operations/operation.ts'
import type { Usage } from '../../../platform/language-model/model.ts'
import type { AnswerStep } from './answer-shapes.ts'
import { type PassageList, createPassageList } from './passage-list.ts'

/** A change that an answer proposes, with the exact input of the call. */
export interface ProposedChange {
  tool: string
  input: Record<string, unknown>
}

/** An answer while it is being written. What it has is kept, however it ends. */
export interface AnswerState {
  text: string
  readonly passages: PassageList
  readonly steps: AnswerStep[]
  readonly proposals: ProposedChange[]
  /** Calls of tools, and the characters that their results can still use. */
  calls: number
  room: number
  /** Calls that were made, to recognize repeated ones. */
  readonly made: Set<string>
  usage: Usage
}

/** The most rounds with the model, calls of tools and characters of their results. */
export const maxRounds = 6
export const maxCalls = 12
const maxResultCharacters = 60_000

export function newAnswerState(): AnswerState {
  return {
    text: '',
    passages: createPassageList(),
    steps: [],
    proposals: [],
    calls: 0,
    room: maxResultCharacters,
    made: new Set(),
    usage: { input: 0, output: 0 },
  }
}

/** Returns whether the model can call more tools. */
export function canCall({ calls, room }: AnswerState): boolean {
  return calls < maxCalls && room > 0
}

/** Returns the event that shows the sources. A copy, because more can be found later. */
export function passagesEvent({ passages }: AnswerState, model: string | null): StreamEvent {
  return { event: 'passages', data: { passages: [...passages.all], model } }
}
