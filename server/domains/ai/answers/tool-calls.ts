import type { OperationError } from '../../../errors/errors.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { type Context, type RequestFacts, noCookies } from '../../../operations/context.ts'
import type { StreamEvent } from '../../../operations/operation.ts'
import { toOperationError } from '../../../operations/perform.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { ModelTool, ToolCall, ToolResult } from '../../../platform/language-model/model.ts'
import { wordsOfName } from '../../../platform/words-of-name.ts'
import { type AnswerState, canCall, passagesEvent } from './answer-state.ts'
import { passageBlocks, resultBlock } from './prompt.ts'
import { sourcesOfResult } from './read-sources.ts'
import { type SourceScope, callSourceTool, sourceTools } from './source-tools.ts'

type AskContext = Context & InOrganization

const maxProposals = 5
const maxProposalCharacters = 50_000
/** The most characters of one result, so that a single list doesn't use up the room. */
const maxResult = 16_000
/** Longer inputs of reads are shown and stored without their values. */
const maxStepCharacters = 2000

export interface CallContext {
  ctx: AskContext
  state: AnswerState
  scope: SourceScope
  mayPropose: boolean
  model: string
  /** Ends the answer. */
  signal: AbortSignal
}

/** Returns the tools of an answer: those of the caller, and the searches of answers. */
export function toolsOfAnswer(
  { app, caller }: InOrganization & Pick<Context, 'app'>,
  mayPropose: boolean,
): ModelTool[] {
  const { answerTools } = app
  return [...sourceTools, ...answerTools.reads(caller), ...(mayPropose ? answerTools.writes(caller) : [])]
}

/**
 * Runs the calls of one reply, one after the other. Reads run with the rights of the person. A write becomes a proposal,
 * and never runs here.
 */
export async function* runCalls(
  context: CallContext,
  calls: readonly ToolCall[],
): AsyncGenerator<StreamEvent, ToolResult[]> {
  const results: ToolResult[] = []
  for (const call of calls) {
    context.signal.throwIfAborted()
    const { text, hasFailed } = yield* runCall(context, call)
    results.push({ id: call.id, text, hasFailed })
  }
  return results
}

interface Ran {
  text: string
  hasFailed: boolean
}

async function* runCall(context: CallContext, call: ToolCall): AsyncGenerator<StreamEvent, Ran> {
  const { ctx, state, mayPropose } = context
  if (!canCall(state)) return failed('No more calls are possible. Answer with what you have.')
  state.calls++
  const { name, input } = call
  if (!input) return failed('The arguments are not a JSON object. Repeat the call with valid JSON.')
  const identity = JSON.stringify([name, input])
  if (state.made.has(identity)) return failed('You already made this call. Use its result.')
  state.made.add(identity)
  const { answerTools } = ctx.app
  if (mayPropose && answerTools.writes(ctx.caller).some((tool) => tool.name === name))
    return yield* propose(context, { name, input })
  if (sourceTools.some((tool) => tool.name === name)) return yield* searchSources(context, call)
  if (answerTools.reads(ctx.caller).some((tool) => tool.name === name))
    return yield* read(context, { name, input })
  return failed('This tool is not available.')
}

type Call = { name: string; input: Record<string, unknown> }

async function* propose({ ctx, state }: CallContext, call: Call): AsyncGenerator<StreamEvent, Ran> {
  if (state.proposals.length === maxProposals)
    return failed(`An answer can propose at most ${maxProposals} changes.`)
  if (JSON.stringify(call.input).length > maxProposalCharacters)
    return failed(`The input of a proposal has at most ${maxProposalCharacters} characters. Shorten it.`)
  try {
    const { input } = await ctx.app.answerTools.check(ctx.caller, call)
    state.proposals.push({ tool: call.name, input })
    const number = state.proposals.length
    yield { event: 'proposal', data: { number, tool: call.name, title: wordsOfName(call.name), input } }
    return {
      text: `Proposed as change ${number}. It waits for the confirmation of the person, and isn't done yet.`,
      hasFailed: false,
    }
  } catch (error) {
    const rejection = toOperationError(error)
    if (!rejection) throw error
    return failed(sentenceOf(rejection))
  }
}

async function* searchSources(context: CallContext, call: ToolCall): AsyncGenerator<StreamEvent, Ran> {
  const { ctx, state, scope, model } = context
  const result = (await callSourceTool(ctx, scope, call))!
  const before = state.passages.all.length
  const passages = state.passages.add(result.found)
  const hasFailed = passages.length === 0
  if (state.passages.all.length > before) yield passagesEvent(state, model)
  yield stepEvent(state, call.name, call.input!, hasFailed)
  if (hasFailed) return failed(result.failure ?? 'No more passages fit into this answer.')
  return { text: within(state, passageBlocks(passages, Math.min(maxResult, state.room))), hasFailed }
}

async function* read(context: CallContext, call: Call): AsyncGenerator<StreamEvent, Ran> {
  const { ctx, state, model, signal } = context
  const { id, network, userAgent } = ctx.request
  const facts: RequestFacts = { id, network, userAgent, cookies: noCookies, cancelled: signal }
  const { text, hasFailed, output } = await ctx.app.answerTools.read(ctx.caller, facts, call)
  signal.throwIfAborted()
  const before = state.passages.all.length
  const sources = hasFailed ? [] : state.passages.add(await sourcesOfResult(ctx, output))
  if (state.passages.all.length > before) yield passagesEvent(state, model)
  yield stepEvent(state, call.name, call.input, hasFailed)
  const room = Math.max(Math.min(maxResult, state.room), 500)
  const short = text.length > room ? `${cutText(text, room)}… (cut)` : text
  return { text: within(state, resultBlock(short, sources)), hasFailed }
}

/** Counts the characters of a result. */
function within(state: AnswerState, text: string): string {
  state.room -= text.length
  return text
}

function stepEvent(
  state: AnswerState,
  tool: string,
  input: Record<string, unknown>,
  hasFailed: boolean,
): StreamEvent {
  const isLong = JSON.stringify(input).length > maxStepCharacters
  const step = { tool, input: isLong ? {} : input, failed: hasFailed }
  state.steps.push(step)
  return { event: 'step', data: step }
}

function failed(text: string): Ran {
  return { text, hasFailed: true }
}

function sentenceOf({ message, errors = [] }: OperationError): string {
  return [message, ...errors.slice(0, 10).map(({ path, message: text }) => `${path}: ${text}`)].join('\n')
}
