import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { StreamEvent } from '../../../operations/operation.ts'
import type { LanguageModel, Piece, Prompt, ToolCall, Usage } from '../../../platform/language-model/model.ts'
import type { ModelSource } from '../budget/limits.ts'
import { type Exceeded, isExceeded, reserveTokens } from '../budget/reserve-tokens.ts'
import type { AnswerState } from './answer-state.ts'
import { createCitationFilter } from './citations.ts'

export interface AnsweringModel {
  model: LanguageModel
  source: ModelSource
}

export interface Reply {
  text: string
  calls: ToolCall[]
  reason: 'complete' | 'cut' | 'calls'
}

/** The longest text of an answer. Longer replies are cut. */
const maxAnswer = 100_000

// Tokens depend on the model. A reservation assumes short ones, and a reply without a count those of English text.
const charactersReserved = 3
const charactersCounted = 4

/**
 * Streams one reply of the model into the answer. Reserves the most tokens that it can use before, and counts those that
 * it used after, also if it fails or is stopped.
 */
export async function* streamReply(
  { app, organization, user }: Context & InOrganization,
  state: AnswerState,
  { model, source }: AnsweringModel,
  prompt: Prompt,
): AsyncGenerator<StreamEvent, Reply | Exceeded> {
  prompt.signal?.throwIfAborted()
  const length = lengthOf(prompt)
  const tokens = Math.ceil(length / charactersReserved) + prompt.maxTokens
  const reservation = await reserveTokens(app, { organization, user }, source, tokens)
  if (isExceeded(reservation)) return reservation
  const received = { text: '', calls: [] as ToolCall[] }
  let usage: Usage | undefined
  try {
    for await (const piece of piecesOf(state, model.reply(prompt))) {
      if (piece.kind === 'call') received.calls.push(piece.call)
      else if (piece.kind === 'end') {
        usage = piece.usage
        return { ...received, reason: piece.reason }
      } else {
        received.text += piece.text
        yield { event: 'delta', data: { text: piece.text } }
      }
      if (state.text.length >= maxAnswer) return { ...received, reason: 'cut' }
    }
    return { ...received, reason: 'complete' }
  } finally {
    // Some servers report no tokens, or 0.
    if (!usage || usage.input + usage.output === 0)
      usage = {
        input: Math.ceil(length / charactersCounted),
        output: Math.ceil((received.text.length + JSON.stringify(received.calls).length) / charactersCounted),
      }
    state.usage = { input: state.usage.input + usage.input, output: state.usage.output + usage.output }
    await reservation.settle(usage)
  }
}

function lengthOf({ system, messages, tools }: Prompt): number {
  return JSON.stringify([system, messages, tools]).length
}

/** Adds the text to the answer, without citations of unknown sources. A new reply starts a new paragraph. */
async function* piecesOf(state: AnswerState, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const filter = createCitationFilter((number) => state.passages.has(number))
  let isFirst = true
  const add = (text: string): Piece[] => {
    if (text === '' || (isFirst && text.trim() === '')) return []
    const whole = isFirst && state.text !== '' ? `\n\n${text.trimStart()}` : isFirst ? text.trimStart() : text
    isFirst = false
    state.text += whole
    return [{ kind: 'text', text: whole }]
  }
  for await (const piece of pieces) {
    if (piece.kind === 'text') yield* add(filter.push(piece.text))
    else {
      yield* add(filter.end())
      yield piece
    }
  }
  yield* add(filter.end())
}
