import { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { type StreamEvent, operation } from '../../../operations/operation.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { searchAccess } from '../../search/search-input.ts'
import { Answer } from '../answers/answer-shapes.ts'
import { answerQuestion } from '../answers/answer-question.ts'
import { maxTokensField } from '../answers/max-tokens.ts'
import { passageKinds } from '../answers/passage.ts'

const input = z.object({
  question: z.string().trim().min(1).max(2000).describe('Question in plain words.'),
  kinds: z
    .array(z.enum(passageKinds))
    .min(1)
    .max(passageKinds.length)
    .optional()
    .describe('Kinds to search. Default: all.'),
  project: projectRef.optional().describe('Project to search: its slug, key or id. Default: all.'),
  maxTokens: maxTokensField,
})

export const askSearch = operation({
  id: 'search.ask',
  summary: 'Answer a question from items and code that the caller can see, with the sources. Stores nothing.',
  http: 'POST /api/search/ai',
  access: searchAccess,
  reads: true,
  input,
  output: Answer,
  stream: streamAnswer,
}).run(async (ctx, query) => {
  let last: StreamEvent | undefined
  for await (const event of streamAnswer(ctx, query)) last = event
  return last!.data as Answer
})

/** Streams the passages, then the answer in pieces, then the whole answer. A disconnected client ends it. */
async function* streamAnswer(ctx: Context & InOrganization, asked: z.output<typeof input>) {
  const project = asked.project && (await findProject(ctx.db, ctx, asked.project, false))
  const stop = new AbortController()
  const disconnected = ctx.request.signal
  try {
    const {
      proposals: _,
      usage: __,
      ...answer
    } = yield* answerQuestion(ctx, {
      ...asked,
      project: project || undefined,
      history: [],
      mayPropose: false,
      needsPassages: true,
      signal: disconnected ? AbortSignal.any([stop.signal, disconnected]) : stop.signal,
    })
    yield { event: 'done', data: answer satisfies Answer }
  } finally {
    stop.abort()
  }
}
