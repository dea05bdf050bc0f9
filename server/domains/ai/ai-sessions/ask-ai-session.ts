import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onAiSession } from './access.ts'
import { aiSessionRef } from './ai-session.ts'
import { startAnswer, startRetry } from './store-messages.ts'
import { AnsweredQuestion, askFields, lastOf, streamAnswer } from './write-answer.ts'

export const askAiSession = operation({
  id: 'aiSessions.ask',
  summary: 'Ask a question in a conversation. Returns the answer with its sources, or streams it.',
  http: 'POST /api/ai/sessions/:aiSession/messages',
  access: onAiSession('own'),
  ownTransactions: true,
  adds: true,
  input: z.object({ aiSession: aiSessionRef, ...askFields }),
  output: AnsweredQuestion,
  stream: streamAsked,
}).run((ctx, input) => lastOf(streamAsked(ctx, input)))

export const retryAiSession = operation({
  id: 'aiSessions.retry',
  summary: 'Answer the last question of a conversation again, and replace its answer.',
  http: 'POST /api/ai/sessions/:aiSession/retry',
  access: onAiSession('own'),
  ownTransactions: true,
  input: z.object({ aiSession: aiSessionRef, maxTokens: askFields.maxTokens }),
  output: AnsweredQuestion,
  stream: streamRetried,
}).run((ctx, input) => lastOf(streamRetried(ctx, input)))

type AskContext = Parameters<typeof streamAnswer>[0] & { session: { id: string } }

async function* streamAsked(
  ctx: AskContext,
  { question, maxTokens }: { question: string; maxTokens: number },
) {
  yield* streamAnswer(ctx, await startAnswer(ctx.app, ctx, ctx.session, question), maxTokens)
}

async function* streamRetried(ctx: AskContext, { maxTokens }: { maxTokens: number }) {
  yield* streamAnswer(ctx, await startRetry(ctx.app, ctx, ctx.session), maxTokens)
}
