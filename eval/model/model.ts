import type { LanguageModel } from '../../server/platform/language-model/model.ts'
import { openModel } from '../../server/platform/language-model/open-model.ts'

/** The language model of the agents. */
export interface Model extends LanguageModel {
  /** Maximum number of tool calls of one agent in one phase. */
  maxCalls: number
}

const idleTimeoutMs = 300_000
const defaultMaxCalls = 150

export type Environment = Record<string, string | undefined>

/** Returns the model that the environment names, or undefined if it names none. Throws on an incomplete setting. */
export function modelFrom(environment: Environment): Model | undefined {
  const { EVAL_PROTOCOL: protocol, EVAL_MODEL: model, EVAL_KEY: key, EVAL_MAX_CALLS: limit } = environment
  if (!protocol && !model) return undefined
  if (protocol !== 'openai' && protocol !== 'anthropic')
    throw new Error('EVAL_PROTOCOL must be openai or anthropic.')
  if (!model) throw new Error('EVAL_MODEL is missing: it names the model on the server.')
  const maxCalls = Number(limit || defaultMaxCalls)
  if (!Number.isInteger(maxCalls) || maxCalls < 1)
    throw new Error('EVAL_MAX_CALLS must be a positive number.')
  const url = environment.EVAL_URL || undefined
  return { ...openModel({ protocol, url, model, key, name: model, idleTimeoutMs }), maxCalls }
}
