import { z } from 'zod'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { transact } from '../../../operations/transact.ts'
import { type OnRepo, onRepo } from '../../repos/access.ts'
import { repoRef } from '../../repos/repo.ts'
import type { Context } from '../../../operations/context.ts'
import { findSession } from '../ai-sessions/access.ts'
import { aiSessionRef } from '../ai-sessions/ai-session.ts'
import { createAiSession } from '../ai-sessions/create-ai-session.ts'
import { startAnswer } from '../ai-sessions/store-messages.ts'
import { AnsweredQuestion, askFields, lastOf, streamAnswer } from '../ai-sessions/write-answer.ts'

const input = z.object({
  repo: repoRef,
  ...askFields,
  session: aiSessionRef.optional().describe('Id of your conversation to continue. Default: a new one.'),
})

export const chatRepo = operation({
  id: 'repos.chat',
  summary: 'Ask about the code and the work of a repository, in a new conversation or an existing one.',
  http: 'POST /api/repos/:repo/chat',
  access: onRepo('view'),
  ownTransactions: true,
  adds: true,
  input,
  output: AnsweredQuestion,
  stream: streamChat,
}).run((ctx, asked) => lastOf(streamChat(ctx, asked)))

async function* streamChat(ctx: Context & OnRepo, { question, session, maxTokens }: z.output<typeof input>) {
  const conversation = session === undefined ? await start(ctx) : await find(ctx, session)
  yield* streamAnswer(ctx, await startAnswer(ctx.app, ctx, conversation, question), maxTokens)
}

function start({ app, caller, request, repo }: Context & OnRepo): Promise<{ id: string }> {
  return transact(app, caller, request, (unit) => unit.perform(createAiSession, { repo: repo.id }))
}

async function find(ctx: Context & OnRepo, id: string): Promise<{ id: string }> {
  const session = await findSession(ctx.db, ctx, id, { owner: true })
  if (session.repo_id !== ctx.repo.id)
    rejectField('session', 'This conversation is not about the repository. Leave it out to start a new one.')
  return session
}
