import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { findsWhatIsSeen } from './access.ts'
import { Passage, passagesFrom } from './passages.ts'
import { hybridSearch } from './hybrid.ts'
import { searchKinds } from './kinds.ts'
import { leastSimilarity } from './query.ts'
import { questionWith, rules } from './question-to-model.ts'

const passagesGiven = 8

const input = z.object({
  question: z.string().trim().min(1).max(2000).describe('What you want to know, in your own words.'),
  kinds: z
    .array(z.enum(searchKinds))
    .min(1)
    .max(searchKinds.length)
    .optional()
    .describe('Search only these kinds.'),
  project: projectRef.optional().describe('Search only in this project: its slug, key or id.'),
  maxTokens: z
    .int()
    .min(50)
    .max(4000)
    .default(800)
    .describe('How long the answer of the language model may be.'),
})

const Answered = z
  .object({
    answer: z
      .string()
      .nullable()
      .describe('With [1], [2] where it refers to passages. Null if no model answered.'),
    passages: z.array(Passage),
    model: z.string().nullable().describe('The language model that answered.'),
    note: z.string().nullable().describe('Why there is no answer.'),
  })
  .meta({ id: 'Answered' })

type Answered = z.output<typeof Answered>
type Asked = z.output<typeof input>

export const askSearch = operation({
  id: 'search.ask',
  summary: 'Answer a question from what the caller may see, with the passages that it comes from.',
  http: 'POST /api/search/ai',
  access: findsWhatIsSeen,
  reads: true,
  input,
  output: Answered,
  stream: answerInPieces,
}).run(async (ctx, asked) => {
  let answer: string | null = null
  let last: Answered | undefined
  for await (const { event, data } of answerInPieces(ctx, asked)) {
    if (event === 'delta') answer = (answer ?? '') + (data as { text: string }).text
    if (event === 'done') last = data as Answered
  }
  return last!
})

/** The same as it comes: the passages first, then the answer piece by piece, then all of it once more. */
async function* answerInPieces(ctx: Context & InOrganization, asked: Asked) {
  const passages = await findPassages(ctx, asked)
  const { languageModel, log } = ctx.app
  const model = languageModel?.name ?? null
  yield { event: 'passages', data: { passages, model } }
  if (!languageModel || passages.length === 0) {
    const note = passages.length === 0 ? nothingFound : notConfigured
    yield { event: 'done', data: { answer: null, passages, model: null, note } satisfies Answered }
    return
  }
  let answer = ''
  try {
    const pieces = languageModel.answer({
      ...{ system: rules, question: questionWith(passages, asked.question) },
      ...{ maxTokens: asked.maxTokens, signal: ctx.request.signal },
    })
    for await (const text of pieces) {
      answer += text
      yield { event: 'delta', data: { text } }
    }
  } catch (error) {
    log.warn({ requestId: ctx.request.id, reason: (error as Error).message }, 'the language model failed')
    yield {
      event: 'done',
      data: { answer: answer || null, passages, model, note: failed } satisfies Answered,
    }
    return
  }
  yield { event: 'done', data: { answer, passages, model, note: null } satisfies Answered }
}

const nothingFound = 'Nothing that you may see fits this question.'
const notConfigured =
  'No language model is set up on this instance (AI_CHAT), so here are the passages that fit best.'
const failed = 'The language model did not answer, or broke off. Here are the passages that fit best.'

async function findPassages(ctx: Context & InOrganization, asked: Asked) {
  const project = asked.project && (await findProject(ctx.db, ctx, asked.project, false)).id
  const hits = await hybridSearch(ctx, {
    ...{ text: asked.question, kinds: asked.kinds ?? searchKinds, project },
    ...{ leastSimilarity, limit: passagesGiven },
  })
  return passagesFrom(hits)
}
