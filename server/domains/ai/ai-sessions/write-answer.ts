import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { StreamEvent } from '../../../operations/operation.ts'
import { AiMessage } from '../answers/answer-shapes.ts'
import { type Answered, answerQuestion } from '../answers/answer-question.ts'
import { createEventChannel } from '../answers/event-channel.ts'
import { maxTokensField } from '../answers/max-tokens.ts'
import type { Turn } from '../answers/prompt.ts'
import { trackAnswer } from '../answers/running-answers.ts'
import { findSession } from './access.ts'
import { AiSession, type SeenAiSession, aiSessionFromRow } from './ai-session.ts'
import { type StartedAnswer, finishAnswer, renewLease } from './store-messages.ts'

type AskContext = Context & InOrganization

/** A question with its answer, as a conversation stores them. */
export const AnsweredQuestion = z
  .object({ session: AiSession, question: AiMessage, answer: AiMessage })
  .meta({ id: 'AnsweredQuestion' })
export type AnsweredQuestion = z.output<typeof AnsweredQuestion>

export const askFields = {
  question: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .describe('Question in plain words. Up to 10,000 characters.'),
  maxTokens: maxTokensField,
}

/** The lease lasts 60 seconds, so two renewals can fail. */
const renewalMs = 20_000
const maxHistory = 12

/**
 * Streams the answer of a conversation. A task writes and stores it, so that it is kept if the client disconnects: that
 * stops the answer, with the text so far.
 */
export async function* streamAnswer(
  ctx: AskContext,
  started: StartedAnswer,
  maxTokens: number,
): AsyncGenerator<StreamEvent> {
  const channel = createEventChannel()
  const stop = new AbortController()
  const disconnected = ctx.request.signal
  const signal = disconnected ? AbortSignal.any([stop.signal, disconnected]) : stop.signal
  const task = trackAnswer(
    ctx.app,
    writeAnswer(ctx, started, { maxTokens, signal, stop }, channel.push).finally(() => channel.close()),
  )
  // Awaited below, unless the client disconnects.
  task.catch(() => {})
  try {
    yield* channel.events()
    yield { event: 'done', data: await task }
  } finally {
    stop.abort()
  }
}

/** Runs a streamed answer to its end, for clients that don't stream. */
export async function lastOf(events: AsyncIterable<StreamEvent>): Promise<AnsweredQuestion> {
  let last: StreamEvent | undefined
  for await (const event of events) last = event
  return last!.data as AnsweredQuestion
}

interface Writing {
  maxTokens: number
  signal: AbortSignal
  stop: AbortController
}

async function writeAnswer(
  ctx: AskContext,
  { session, question, lease }: StartedAnswer,
  { maxTokens, signal, stop }: Writing,
  push: (event: StreamEvent) => void,
): Promise<AnsweredQuestion> {
  const { app } = ctx
  const renewal = setInterval(() => {
    // A failed renewal is repeated before the lease ends.
    void renewLease(app, lease).then(
      (isHeld) => isHeld || stop.abort(),
      () => {},
    )
  }, renewalMs)
  try {
    const history = await readHistory(ctx, session, question.number)
    const answered = await consume(
      answerQuestion(ctx, {
        ...scopeOf(session),
        question: question.text,
        maxTokens,
        history,
        mayPropose: true,
        needsPassages: false,
        signal,
      }),
      push,
    )
    return await store(ctx, { session, question, lease }, answered)
  } catch (error) {
    // The conversation must not wait for the end of the lease.
    await store(ctx, { session, question, lease }, failedAnswer).catch(() => {})
    throw error
  } finally {
    clearInterval(renewal)
  }
}

async function consume(
  events: AsyncGenerator<StreamEvent, Answered>,
  push: (event: StreamEvent) => void,
): Promise<Answered> {
  for (;;) {
    const next = await events.next()
    if (next.done) return next.value
    push(next.value)
  }
}

async function store(
  ctx: AskContext,
  { session, question, lease }: Pick<StartedAnswer, 'session' | 'question' | 'lease'>,
  { answer: text, ...answered }: Answered,
): Promise<AnsweredQuestion> {
  const finished = await finishAnswer(ctx.app, ctx, lease, { ...answered, text: text ?? '' })
  if (!finished) reject('not_found', { kind: 'conversation', ref: session.id })
  const seen = await findSession(ctx.db, ctx, session.id, { owner: true })
  return { session: aiSessionFromRow(seen), question, answer: finished.answer }
}

const failedAnswer: Answered = {
  answer: null,
  passages: [],
  steps: [],
  model: null,
  outcome: 'failed',
  note: 'The answer failed because of an internal error. Ask again.',
  proposals: [],
  usage: { input: 0, output: 0 },
}

function scopeOf(session: SeenAiSession) {
  const { project_id, project_slug, project_name, repo_id, repo_name } = session
  return {
    project: project_id === null ? undefined : { id: project_id, slug: project_slug!, name: project_name! },
    // A repository that the owner can't see any more has no name here.
    repo: repo_id === null || repo_name === null ? undefined : { id: repo_id, name: repo_name },
  }
}

async function readHistory({ db }: AskContext, { id }: SeenAiSession, before: number): Promise<Turn[]> {
  const rows = await db.run<Turn>(
    sql`select role, text from ai_messages where session_id = ${id} and number < ${before} and text <> ''
      order by number desc limit ${maxHistory}`,
  )
  return rows.toReversed()
}
