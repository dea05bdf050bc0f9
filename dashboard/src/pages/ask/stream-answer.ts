import type { ServerSentEvent } from '../../fetch-with-events.ts'
import { type AnswerStep, type Passage, type ProposalDraft, type ShownAnswer, emptyAnswer } from './shapes.ts'

/** Limits how often a streamed answer is rendered. A timer also runs in background tabs, unlike animation frames. */
const renderIntervalMs = 50

/** Collects the events of a streamed answer, and shows its current state at most every 50 ms. */
export function collectAnswer(show: (answer: ShownAnswer) => void) {
  let answer = emptyAnswer
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    onEvent(event: ServerSentEvent): void {
      answer = withEvent(answer, event)
      timer ??= setTimeout(() => {
        timer = undefined
        show(answer)
      }, renderIntervalMs)
    },
    /** Ends the collection and returns the answer so far. */
    end(): ShownAnswer {
      stop()
      return answer
    },
  }
}

/** Returns the answer with the content of the next event. Ignores events of newer servers. */
export function withEvent(answer: ShownAnswer, { event, data }: ServerSentEvent): ShownAnswer {
  switch (event) {
    case 'passages': {
      const { passages, model } = data as { passages: Passage[]; model?: string | null }
      return { ...answer, passages, model: model ?? answer.model }
    }
    case 'delta':
      return { ...answer, text: answer.text + (data as { text: string }).text }
    case 'step':
      return { ...answer, steps: [...answer.steps, data as AnswerStep] }
    case 'proposal':
      return { ...answer, proposals: [...answer.proposals, data as ProposalDraft] }
    default:
      return answer
  }
}
