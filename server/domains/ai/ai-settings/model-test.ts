import { z } from 'zod'
import type { App } from '../../../operations/context.ts'
import { ModelFailure, type Usage } from '../../../platform/language-model/model.ts'
import { explainExceeded } from '../budget/explain-exceeded.ts'
import { type Spender, isExceeded, reserveTokens } from '../budget/reserve-tokens.ts'
import type { ChosenModel } from '../model-for.ts'

export const ModelTest = z
  .object({
    ok: z.boolean().describe('Whether the model replied.'),
    model: z.string().nullable().describe('Tested model. Null: there is none to test.'),
    latencyMs: z.int().nullable().describe('Milliseconds until the reply started. Null if it failed.'),
    failure: z.string().nullable().describe('Why it failed, and what to do.'),
  })
  .meta({ id: 'ModelTest' })
export type ModelTest = z.output<typeof ModelTest>

const timeoutMs = 30_000
const maxTokens = 64
// The prompt below has about 100 tokens. Servers may add their own.
const reservedTokens = 500

const prompt = {
  system: 'You test a connection. Reply with the word OK, without calling a tool.',
  messages: [{ role: 'user' as const, text: 'Reply with the word OK.' }],
  // Answers need tools, so the test finds models and servers that don't support them.
  tools: [
    {
      name: 'read_status',
      description: 'Return the status of the connection.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    },
  ],
  maxTokens,
}

/** Sends a short prompt to a model. Its tokens count for the caller. */
export async function testModel(
  app: App,
  spender: Spender,
  { model, source }: ChosenModel,
): Promise<ModelTest> {
  const reservation = await reserveTokens(app, spender, source, reservedTokens)
  if (isExceeded(reservation)) return failedTest(model.name, explainExceeded(reservation))
  const timeout = AbortSignal.timeout(timeoutMs)
  const startedAt = performance.now()
  let latencyMs: number | null = null
  let usage: Usage = { input: 0, output: 0 }
  try {
    for await (const piece of model.reply({ ...prompt, signal: AbortSignal.any([timeout, app.stopping]) })) {
      latencyMs ??= Math.round(performance.now() - startedAt)
      // A server that doesn't count its tokens used at most those that were reserved.
      usage = (piece.kind === 'end' && piece.usage) || {
        input: reservedTokens - maxTokens,
        output: maxTokens,
      }
    }
    return { ok: true, model: model.name, latencyMs, failure: null }
  } catch (error) {
    if (error instanceof ModelFailure) return failedTest(model.name, error.message)
    if (timeout.aborted)
      return failedTest(model.name, `The model did not reply within ${timeoutMs / 1000} seconds.`)
    if (app.stopping.aborted) return failedTest(model.name, 'The server is restarting. Test again.')
    throw error
  } finally {
    await reservation.settle(usage)
  }
}

export function failedTest(model: string | null, failure: string): ModelTest {
  return { ok: false, model, latencyMs: null, failure }
}
