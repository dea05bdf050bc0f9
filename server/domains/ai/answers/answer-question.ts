import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { StreamEvent } from '../../../operations/operation.ts'
import {
  type Message,
  ModelFailure,
  type Prompt,
  type ToolCall,
  type Usage,
} from '../../../platform/language-model/model.ts'
import { explainExceeded } from '../budget/explain-exceeded.ts'
import { explainNoModel, modelFor } from '../model-for.ts'
import type { Answer, Outcome } from './answer-shapes.ts'
import { type ProposedChange, canCall, maxRounds, newAnswerState, passagesEvent } from './answer-state.ts'
import { type AnsweringModel, streamReply } from './stream-reply.ts'
import { type PassageKind, findPassages } from './find-passages.ts'
import { type Turn, questionMessage, systemPrompt } from './prompt.ts'
import { type CallContext, runCalls, toolsOfAnswer } from './tool-calls.ts'

/** A question, and the limits of its answer. */
export interface Asked {
  question: string
  project?: { id: string; slug: string; name: string } | undefined
  repo?: { id: string; name: string } | undefined
  kinds?: readonly PassageKind[] | undefined
  /** Maximum length of a reply of the model. */
  maxTokens: number
  /** Earlier questions and answers, oldest first. */
  history: readonly Turn[]
  /** Whether the answer can propose changes. */
  mayPropose: boolean
  /** Whether to skip the model if the search finds nothing. */
  needsPassages: boolean
  /** Ends the answer early. The text so far is kept. */
  signal: AbortSignal
  /** The longest time of an answer. Tests shorten it. */
  timeoutMs?: number | undefined
}

export interface Answered extends Answer {
  proposals: ProposedChange[]
  usage: Usage
}

interface End {
  outcome: Outcome
  note: string | null
}

const defaultTimeoutMs = 120_000

type AskContext = Context & InOrganization

/**
 * Answers a question from items and code that the caller can see. Yields the sources, then the text in pieces, with the
 * reads and the proposed changes between them. Never fails because of the model: the outcome says how the answer ended.
 */
export async function* answerQuestion(ctx: AskContext, asked: Asked): AsyncGenerator<StreamEvent, Answered> {
  const state = newAnswerState()
  const { question, project, repo, kinds, history } = asked
  const previous = history.findLast(({ role }) => role === 'question')?.text
  const ids = { project: project?.id, repo: repo?.id, kinds }
  state.passages.add(await findPassages(ctx, { ...ids, text: question, previous }))
  const found = await modelFor(ctx.app, ctx.db, ctx.organization)
  const name = found?.model.name ?? null
  yield passagesEvent(state, name)
  const ended = (end: End, model: string | null): Answered => ({
    answer: state.text || null,
    passages: state.passages.all,
    steps: state.steps,
    model,
    ...end,
    proposals: state.proposals,
    usage: state.usage,
  })
  if (asked.needsPassages && state.passages.all.length === 0)
    return ended({ outcome: 'nothing_found', note: nothingFound }, null)
  if (!found)
    return ended({ outcome: 'no_model', note: await explainNoModel(ctx.db, ctx.organization) }, null)
  const timeout = AbortSignal.timeout(asked.timeoutMs ?? defaultTimeoutMs)
  const signal = AbortSignal.any([asked.signal, ctx.app.stopping, timeout])
  const context: CallContext = {
    ctx,
    state,
    scope: ids,
    mayPropose: asked.mayPropose,
    model: found.model.name,
    signal,
  }
  try {
    return ended(yield* converse(context, asked, found), name)
  } catch (error) {
    return ended(endOf(ctx, asked, signal, error), name)
  }
}

/** Sends the question, and then the results of the calls, until the model calls no more tools. */
async function* converse(
  context: CallContext,
  asked: Asked,
  model: AnsweringModel,
): AsyncGenerator<StreamEvent, End> {
  const { ctx, state, signal } = context
  const { mayPropose, maxTokens } = asked
  const system = systemPrompt({ mayPropose })
  const tools = toolsOfAnswer(ctx, mayPropose)
  const passages = state.passages.all
  const first = questionMessage({ ...asked, passages, person: ctx.user.name, now: new Date() })
  const messages: Message[] = [{ role: 'user', text: first }]
  for (let round = 1; ; round++) {
    const prompt = { system, messages, tools, maxTokens, signal }
    const reply = yield* round === 1
      ? streamFirstReply(context, model, prompt)
      : streamReply(ctx, state, model, prompt)
    if ('exceeded' in reply) return { outcome: 'over_budget', note: explainExceeded(reply) }
    if (reply.reason === 'cut') return { outcome: 'cut', note: cutByLength }
    if (reply.calls.length === 0) return { outcome: 'complete', note: null }
    if (round === maxRounds) return { outcome: 'cut', note: cutByRounds }
    messages.push({ role: 'assistant', text: reply.text, calls: reply.calls })
    messages.push(yield* resultsMessage(context, reply.calls, round === maxRounds - 1))
  }
}

/** Streams the first reply. Many small models know no tools, and their servers reject a prompt that has some. */
async function* streamFirstReply(
  { ctx, state }: CallContext,
  model: AnsweringModel,
  prompt: Prompt,
): ReturnType<typeof streamReply> {
  try {
    return yield* streamReply(ctx, state, model, prompt)
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.kind !== 'rejected' || state.text !== '') throw error
    return yield* streamReply(ctx, state, model, { ...prompt, tools: [] })
  }
}

async function* resultsMessage(
  context: CallContext,
  calls: ToolCall[],
  isLast: boolean,
): AsyncGenerator<StreamEvent, Message> {
  const results = yield* runCalls(context, calls)
  const last = results.at(-1)!
  if (isLast || !canCall(context.state)) last.text += `\n\n${answerNow}`
  return { role: 'tools', results }
}

/** Returns how an answer ended that was stopped or failed. */
function endOf({ app, request }: AskContext, asked: Asked, signal: AbortSignal, error: unknown): End {
  if (asked.signal.aborted) return { outcome: 'stopped', note: stopped }
  if (app.stopping.aborted) return { outcome: 'stopped', note: serverStopped }
  if (signal.aborted) return { outcome: 'cut', note: cutByTime }
  if (error instanceof ModelFailure) {
    app.log.warn({ requestId: request.id, reason: error.kind }, 'the language model failed')
    return { outcome: 'failed', note: error.message }
  }
  app.log.error({ requestId: request.id, err: error }, 'an answer failed')
  return { outcome: 'failed', note: failed }
}

const answerNow = 'No more calls are possible. Answer now with what you have.'
const nothingFound = 'Nothing that you can see matches this question.'
const cutByLength = 'The answer reached its maximum length. Ask for the rest, or allow more tokens.'
const cutByRounds = 'The model read more and more without an answer. Ask a narrower question.'
const cutByTime = 'The answer took too long. Ask a narrower question, or try again.'
const stopped = 'The answer was stopped before its end.'
const serverStopped = 'The server stopped before the end of the answer. Ask again.'
const failed = 'The answer failed because of an internal error. Ask again.'
